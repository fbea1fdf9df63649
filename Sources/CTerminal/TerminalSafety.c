#include "TerminalSafety.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static atomic_uint arrived;
static atomic_bool hung_up;
static atomic_bool in_use;
static int signal_pipe[2] = {-1, -1};
static pid_t owner;

static char off_sequence[1024];
static atomic_size_t off_length;
static struct termios cooked_modes;
static bool has_cooked_modes;

// MARK: Noticing

static void notice(unsigned what) {
  int saved = errno;
  atomic_fetch_or(&arrived, what);
  char byte = 0;
  // A full pipe is as readable as can be: the result doesn't matter.
  ssize_t ignored = write(signal_pipe[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static void handle_signal(int number) {
  switch (number) {
  case SIGHUP:
    atomic_store(&hung_up, true);
    notice(CN_SIGNAL_HANGUP);
    break;
  case SIGTERM: notice(CN_SIGNAL_TERMINATE); break;
  case SIGINT: notice(CN_SIGNAL_INTERRUPT); break;
  case SIGTSTP: notice(CN_SIGNAL_STOP); break;
  case SIGCONT: notice(CN_SIGNAL_CONTINUE); break;
  case SIGWINCH: notice(CN_SIGNAL_RESIZE); break;
  default: break;
  }
}

int cn_signal_descriptor(void) { return signal_pipe[0]; }

unsigned cn_take_signals(void) {
  char bytes[64];
  while (read(signal_pipe[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&arrived, 0);
}

void cn_wake(void) { notice(CN_WOKEN); }

bool cn_is_hung_up(void) { return atomic_load(&hung_up); }

void cn_set_hung_up(void) { atomic_store(&hung_up, true); }

// MARK: Restoring

void cn_set_off_sequence(const char *bytes, size_t length) {
  if (length > sizeof off_sequence) length = sizeof off_sequence;
  atomic_store(&off_length, 0);
  memcpy(off_sequence, bytes, length);
  atomic_store(&off_length, length);
}

void cn_set_in_use(bool is_in_use) { atomic_store(&in_use, is_in_use); }

// A process in the background would be stopped for touching the terminal, which isn't its own now anyway.
static bool is_in_foreground(void) {
  pid_t foreground = tcgetpgrp(STDIN_FILENO);
  return foreground < 0 || foreground == getpgrp();
}

void cn_restore(void) {
  if (!atomic_exchange(&in_use, false) || getpid() != owner || !is_in_foreground()) return;
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  bool is_writable = poll(&output, 1, 0) == 1 && output.revents == POLLOUT;
  if (is_writable) {
    ssize_t ignored = write(STDOUT_FILENO, off_sequence, atomic_load(&off_length));
    (void)ignored;
  }
  if (has_cooked_modes) tcsetattr(STDIN_FILENO, TCSANOW, &cooked_modes);
}

void cn_write(const char *bytes, size_t length) {
  while (length > 0 && !atomic_load(&hung_up)) {
    ssize_t written = write(STDOUT_FILENO, bytes, length);
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
      poll(&output, 1, 1000);
    } else if (errno != EINTR) {
      return;
    }
  }
}

// MARK: Handlers

static const int noticed[] = {SIGHUP, SIGTERM, SIGINT, SIGTSTP, SIGCONT, SIGWINCH, SIGPIPE};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
enum {
  NOTICED = sizeof noticed / sizeof noticed[0],
  CRASHES = sizeof crashes / sizeof crashes[0],
};
static struct sigaction previous_noticed[NOTICED];
static struct sigaction previous_crashes[CRASHES];

static void handle_crash(int number, siginfo_t *information, void *context) {
  (void)context;
  cn_restore();
  for (int index = 0; index < CRASHES; index++) {
    if (crashes[index] == number) sigaction(number, &previous_crashes[index], NULL);
  }
  // A faulting instruction faults again on return, now into the old action; what was sent has to be sent again.
  bool faults_again = information->si_code > 0 && number != SIGTRAP && number != SIGSYS;
  if (!faults_again) raise(number);
}

static void install_crash_handlers(void) {
  // A stack that has overflown can't carry the handler.
  static char stack[64 * 1024];
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) {
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
  }
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle_crash;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASHES; index++) sigaction(crashes[index], &action, &previous_crashes[index]);
}

bool cn_safety_begin(void) {
  static bool restores_at_exit;
  if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  if (!restores_at_exit) restores_at_exit = atexit(cn_restore) == 0;
  owner = getpid();
  has_cooked_modes = tcgetattr(STDIN_FILENO, &cooked_modes) == 0;
  // A terminal that an earlier program left non-blocking would lose a part of what curses writes.
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  if (flags >= 0 && (flags & O_NONBLOCK)) fcntl(STDOUT_FILENO, F_SETFL, flags & ~O_NONBLOCK);

  // A file being saved must not be disturbed; poll returns in any case.
  struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < NOTICED; index++) {
    action.sa_handler = noticed[index] == SIGPIPE ? SIG_IGN : handle_signal;
    sigaction(noticed[index], &action, &previous_noticed[index]);
  }
  install_crash_handlers();
  return true;
}

void cn_safety_end(void) {
  for (int index = 0; index < NOTICED; index++) sigaction(noticed[index], &previous_noticed[index], NULL);
  for (int index = 0; index < CRASHES; index++) sigaction(crashes[index], &previous_crashes[index], NULL);
}

void cn_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  struct sigaction ours;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &ours);
  // The whole group: a script that started us must stop too, or the shell doesn't get the terminal back.
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  // The caller knows that it goes on.
  atomic_fetch_and(&arrived, ~(unsigned)CN_SIGNAL_CONTINUE);
}
