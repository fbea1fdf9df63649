#include "TerminalSafety.h"

#include "TerminalOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static atomic_uint pending_signals;
static atomic_bool hung_up;
static atomic_bool in_use;
static int signal_pipe[2] = {-1, -1};
static pid_t owner;

static char off_sequence[1024];
static atomic_size_t off_length;
static struct termios cooked_mode;
static bool has_cooked_mode;
static struct termios raw_mode;
static bool has_raw_mode;

// MARK: Signal handlers

static void record_signal(unsigned signal_flag) {
  int saved = errno;
  atomic_fetch_or(&pending_signals, signal_flag);
  char byte = 0;
  // Ignore a full pipe: it is readable already.
  ssize_t ignored = write(signal_pipe[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static void handle_signal(int number) {
  switch (number) {
  case SIGHUP:
    atomic_store(&hung_up, true);
    record_signal(CN_SIGNAL_HANGUP);
    break;
  case SIGINT: record_signal(CN_SIGNAL_INTERRUPT); break;
  case SIGTSTP: record_signal(CN_SIGNAL_STOP); break;
  case SIGCONT: record_signal(CN_SIGNAL_CONTINUE); break;
  case SIGWINCH: record_signal(CN_SIGNAL_RESIZE); break;
  // All other signals would end the program.
  default: record_signal(CN_SIGNAL_TERMINATE); break;
  }
}

int cn_signal_descriptor(void) { return signal_pipe[0]; }

unsigned cn_take_signals(void) {
  char bytes[64];
  while (read(signal_pipe[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&pending_signals, 0);
}

void cn_wake(void) { record_signal(CN_WAKEUP); }

bool cn_is_hung_up(void) { return atomic_load(&hung_up); }

void cn_set_hung_up(void) { atomic_store(&hung_up, true); }

// MARK: Restoring

void cn_set_off_sequence(const char *bytes, size_t length) {
  if (length > sizeof off_sequence) length = sizeof off_sequence;
  atomic_store(&off_length, 0);
  memcpy(off_sequence, bytes, length);
  atomic_store(&off_length, length);
}

// A background process must not touch the terminal: it belongs to another process, and the attempt would stop us.
static bool is_in_foreground(void) {
  pid_t foreground = tcgetpgrp(STDIN_FILENO);
  return foreground < 0 || foreground == getpgrp();
}

bool cn_erases_with_control_h(void) { return has_cooked_mode && cooked_mode.c_cc[VERASE] == '\b'; }

static void set_cooked_mode(void) {
  // TCSADRAIN would wait until the terminal has taken all output.
  if (has_cooked_mode) tcsetattr(STDIN_FILENO, TCSANOW, &cooked_mode);
}

void cn_set_in_use(void) {
  has_raw_mode = tcgetattr(STDIN_FILENO, &raw_mode) == 0;
  atomic_store(&in_use, true);
}

void cn_reenter_raw_mode(void) {
  if (has_raw_mode) tcsetattr(STDIN_FILENO, TCSANOW, &raw_mode);
  atomic_store(&in_use, true);
}

void cn_leave(void) {
  if (!cn_finish_sending()) cn_send_instead(off_sequence, atomic_load(&off_length));
  atomic_store(&in_use, false);
  set_cooked_mode();
}

void cn_restore(void) {
  if (!atomic_exchange(&in_use, false) || getpid() != owner || !is_in_foreground()) return;
  cn_send_instead(off_sequence, atomic_load(&off_length));
  set_cooked_mode();
}

// MARK: Installing handlers

// These set a flag, and the program continues or quits in an orderly way. Signals in neither list are ignored by
// default or can't be caught.
static const int handled_signals[] = {
    SIGHUP,  SIGTERM, SIGINT,  SIGTSTP,   SIGCONT,   SIGWINCH,  SIGPIPE, SIGUSR1,
    SIGUSR2, SIGALRM, SIGPROF, SIGVTALRM, SIGSTKFLT, SIGXCPU, SIGPOLL, SIGPWR,
};
// These end the program at once: it is broken, or (SIGQUIT) the user believes so.
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGQUIT};
enum {
  HANDLED_COUNT = sizeof handled_signals / sizeof handled_signals[0],
  CRASH_COUNT = sizeof crash_signals / sizeof crash_signals[0],
};
static struct sigaction previous_handled[HANDLED_COUNT];
static struct sigaction previous_crashes[CRASH_COUNT];

static void handle_crash(int number, siginfo_t *information, void *context) {
  (void)context;
  cn_restore();
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crash_signals[index] != number) continue;
    struct sigaction previous = previous_crashes[index];
    // The terminal is restored, so the program must end, even if the signal was ignored when it started.
    if (previous.sa_handler == SIG_IGN) previous.sa_handler = SIG_DFL;
    sigaction(number, &previous, NULL);
  }
  // A faulting instruction faults again on return, now with the previous action. Signals that were sent, such as SIGQUIT
  // by the terminal, must be raised again.
  bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  bool faults_again = is_fault && information->si_code > 0;
  if (!faults_again) raise(number);
}

static void install_crash_handlers(void) {
  // After a stack overflow, the handler needs another stack.
  static char stack[64 * 1024];
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
  }
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle_crash;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crash_signals[index], &action, &previous_crashes[index]);
}

bool cn_safety_begin(void) {
  static bool restores_at_exit;
  if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  if (!cn_output_begin()) return false;
  if (!restores_at_exit) restores_at_exit = atexit(cn_restore) == 0;
  owner = getpid();
  has_cooked_mode = tcgetattr(STDIN_FILENO, &cooked_mode) == 0;

  // Restart system calls, so that a file being saved is not disturbed; poll returns in any case.
  struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < HANDLED_COUNT; index++) {
    action.sa_handler = handled_signals[index] == SIGPIPE ? SIG_IGN : handle_signal;
    sigaction(handled_signals[index], &action, &previous_handled[index]);
  }
  // Unhandled real-time signals would end the program, too.
  action.sa_handler = handle_signal;
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaction(number, &action, NULL);
  install_crash_handlers();
  return true;
}

void cn_safety_end(void) {
  cn_output_end();
  for (int index = 0; index < HANDLED_COUNT; index++) sigaction(handled_signals[index], &previous_handled[index], NULL);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crash_signals[index], &previous_crashes[index], NULL);
}

void cn_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  struct sigaction ours;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &ours);
  // Stop the whole group: otherwise a script that started us would keep running, and the shell would not get the
  // terminal.
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  // The caller knows that the process was continued.
  atomic_fetch_and(&pending_signals, ~(unsigned)CN_SIGNAL_CONTINUE);
}

void cn_forget_interrupt(void) { atomic_fetch_and(&pending_signals, ~(unsigned)CN_SIGNAL_INTERRUPT); }
