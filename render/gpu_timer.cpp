#include "render/gpu_timer.h"

namespace raycloth {

GpuTimer::GpuTimer() {
  for (GlName& query : queries_) {
    GLuint name = 0;
    glCreateQueries(GL_TIME_ELAPSED, 1, &name);
    query = {name, [](GLuint old) { glDeleteQueries(1, &old); }};
  }
}

void GpuTimer::begin() {
  measures_ = begun_ - taken_ < kMost;
  if (measures_) glBeginQuery(GL_TIME_ELAPSED, queries_[begun_ % kMost]);
}

void GpuTimer::end() {
  if (!measures_) return;
  glEndQuery(GL_TIME_ELAPSED);
  ++begun_;
}

std::optional<double> GpuTimer::take() {
  if (taken_ == begun_) return {};
  const GLuint query = queries_[taken_ % kMost];
  GLuint known = GL_FALSE;
  glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &known);
  if (!known) return {};
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
  ++taken_;
  return 1e-6 * static_cast<double>(nanoseconds);
}

}  // namespace raycloth
