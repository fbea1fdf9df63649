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

static atomic_uint arrived;
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
  case SIGINT: notice(CN_SIGNAL_INTERRUPT); break;
  case SIGTSTP: notice(CN_SIGNAL_STOP); break;
  case SIGCONT: notice(CN_SIGNAL_CONTINUE); break;
  case SIGWINCH: notice(CN_SIGNAL_RESIZE); break;
  // All others would end the program.
  default: notice(CN_SIGNAL_TERMINATE); break;
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

// A process in the background would be stopped for touching the terminal, which isn't its own now anyway.
static bool is_in_foreground(void) {
  pid_t foreground = tcgetpgrp(STDIN_FILENO);
  return foreground < 0 || foreground == getpgrp();
}

static void set_cooked_mode(void) {
  // TCSADRAIN would wait for the terminal to take all output.
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

// MARK: Handlers

// The program goes on, or comes to an end by itself. What is not named here or below is ignored by the system, or can't be
// caught.
static const int noticed[] = {
    SIGHUP,  SIGTERM, SIGINT,  SIGTSTP,   SIGCONT,   SIGWINCH,  SIGPIPE, SIGUSR1,
    SIGUSR2, SIGALRM, SIGPROF, SIGVTALRM, SIGSTKFLT, SIGXCPU, SIGPOLL, SIGPWR,
};
// The program ends at once: it is broken, or somebody (SIGQUIT) takes it for that.
static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGQUIT};
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
  if (!cn_output_begin()) return false;
  if (!restores_at_exit) restores_at_exit = atexit(cn_restore) == 0;
  owner = getpid();
  has_cooked_mode = tcgetattr(STDIN_FILENO, &cooked_mode) == 0;

  // A file being saved must not be disturbed; poll returns in any case.
  struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < NOTICED; index++) {
    action.sa_handler = noticed[index] == SIGPIPE ? SIG_IGN : handle_signal;
    sigaction(noticed[index], &action, &previous_noticed[index]);
  }
  // Those without a name end a program, too.
  action.sa_handler = handle_signal;
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaction(number, &action, NULL);
  install_crash_handlers();
  return true;
}

void cn_safety_end(void) {
  cn_output_end();
  for (int index = 0; index < NOTICED; index++) sigaction(noticed[index], &previous_noticed[index], NULL);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
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
