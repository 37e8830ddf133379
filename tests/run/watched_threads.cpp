// Under ThreadSanitizer the referee's loops keep to the thread that calls them: TBB's library is not instrumented, so
// what orders its workers is not seen and every task would look like a race. All others are watched in full: the
// runner's thread, those that ask and look, and the crews'.
#ifdef __SANITIZE_THREAD__

#include <tbb/global_control.h>

namespace {

const tbb::global_control kNoWorkers(tbb::global_control::max_allowed_parallelism, 1);

}  // namespace

#endif
