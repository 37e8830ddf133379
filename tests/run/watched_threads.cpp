// Under ThreadSanitizer every parallel loop keeps to the thread that calls it: TBB's library is not instrumented, so
// what orders its workers is not seen and every task would look like a race. The runner's thread, those that ask and
// look, and the referee's are watched in full.
#ifdef __SANITIZE_THREAD__

#include <tbb/global_control.h>

namespace {

const tbb::global_control kNoWorkers(tbb::global_control::max_allowed_parallelism, 1);

}  // namespace

#endif
