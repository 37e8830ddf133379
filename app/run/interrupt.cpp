#include "app/run/interrupt.h"

#include <csignal>

namespace raycloth {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t g_requested = 0;

void note_request(int) { g_requested = 1; }

void handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_requested = 0;
  handle(note_request);
}

InterruptGuard::~InterruptGuard() { handle(SIG_DFL); }

bool InterruptGuard::requested() const { return g_requested != 0; }

}  // namespace raycloth
