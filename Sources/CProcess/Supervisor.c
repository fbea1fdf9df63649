#include "Supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CONTROL = 3, REPORTS = 4, SIGNALS = 5, FIRST_UNUSED = 6 };

/// How long to try to kill processes that don't die, such as those of another user, in milliseconds.
enum { LAST_TRY = 2000 };

/// How often the memory of all processes is looked at: after so many milliseconds, and so many times as long as the last
/// look took.
enum { LOOK = 50, LOOK_SHARE = 20 };

static void report(int32_t kind, int32_t value) {
  struct cp_report report = {kind, value};
  // Without a reader there is nobody to tell.
  ssize_t ignored = write(REPORTS, &report, sizeof report);
  (void)ignored;
}

int64_t cp_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Closes all descriptors but some.
static void keep_only(const int *numbers, int count) {
  unsigned next = 0;
  while (true) {
    unsigned kept = ~0U;
    for (int index = 0; index < count; index++) {
      if (numbers[index] >= (int)next && (unsigned)numbers[index] < kept) kept = (unsigned)numbers[index];
    }
    if (kept > next) close_range(next, kept == ~0U ? kept : kept - 1, 0);
    if (kept == ~0U) return;
    next = kept + 1;
  }
}

/// Lets go of everything but the two pipes, and of our terminal: its signals are for the program.
static void detach(int control, int reports) {
  setsid();
  keep_only((int[]){control, reports}, 2);
  // Both could be in each other's place.
  int high_control = fcntl(control, F_DUPFD, FIRST_UNUSED);
  int high_reports = fcntl(reports, F_DUPFD, FIRST_UNUSED);
  dup2(high_control, CONTROL);
  dup2(high_reports, REPORTS);
  int none = open("/dev/null", O_RDWR);
  for (int number = 0; number < CONTROL; number++) dup2(none, number);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  int signals = signalfd(-1, &children, SFD_NONBLOCK);
  dup2(signals, SIGNALS);
  close_range(FIRST_UNUSED, ~0U, 0);
}

/// Takes the exit statuses of ended children. Returns whether children are left.
static bool reap(pid_t program, int *status, bool *has_ended) {
  while (true) {
    int child_status;
    pid_t child = waitpid(-1, &child_status, WNOHANG);
    if (child == 0) return true;
    if (child < 0) return false;
    if (child == program) {
      *status = child_status;
      *has_ended = true;
    }
  }
}

static void wait_for_signal(int64_t milliseconds) {
  struct pollfd signals = {.fd = SIGNALS, .events = POLLIN};
  poll(&signals, 1, (int)milliseconds);
  struct signalfd_siginfo taken[16];
  while (read(SIGNALS, taken, sizeof taken) > 0) {
  }
}

/// Returns the sooner one of two times in milliseconds, where -1 means never.
static int64_t sooner(int64_t one, int64_t other) { return one < 0 || (other >= 0 && other < one) ? other : one; }

/// Waits until the program ends or has to.
/// - memory: the limit of the memory of its processes; 0 for none.
static void watch(pid_t program, uint64_t memory, int *status, bool *has_ended) {
  int64_t deadline = -1, next_look = memory > 0 ? cp_now() : -1;
  while (reap(program, status, has_ended), !*has_ended) {
    int64_t now = cp_now();
    if (deadline >= 0 && deadline <= now) return;
    if (next_look >= 0 && next_look <= now) {
      if (cp_have_descendants_more(memory)) {
        report(CP_OUT_OF_MEMORY, 0);
        return;
      }
      // Where there are many processes, looking at all takes long.
      next_look = cp_now() + LOOK + LOOK_SHARE * (cp_now() - now);
      now = cp_now();
    }
    int64_t due = sooner(deadline, next_look), left = due < 0 ? -1 : due > now ? due - now : 0;
    struct pollfd places[] = {{.fd = SIGNALS, .events = POLLIN}, {.fd = CONTROL, .events = POLLIN}};
    // After the order to stop, only the end of the pipe counts.
    if (poll(places, 2, (int)left) < 0) continue;
    if (places[0].revents != 0) wait_for_signal(0);
    if (places[1].revents == 0) continue;
    char order;
    if (read(CONTROL, &order, 1) <= 0) return;
    if (order != CP_STOP) {
      kill(program, order);
      continue;
    }
    if (deadline >= 0) continue;
    deadline = cp_now() + CP_GRACE;
    // The program leads a group of its own only on a terminal of its own.
    if (kill(-program, SIGINT) != 0) kill(program, SIGINT);
  }
}

static void kill_all(const struct cp_bounds *bounds, int64_t deadline) {
  if (bounds->has_namespace) {
    // The system lets none of them fork meanwhile.
    kill(-1, SIGKILL);
  } else {
    cp_kill_group(bounds->group);
    cp_kill_descendants(deadline);
  }
}

_Noreturn void cp_supervise(
    const struct cp_program *program, const struct cp_bounds *bounds, int control, int reports) {
  prctl(PR_SET_NAME, "mortise-run");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGPIPE, SIG_IGN);
  // Exit statuses would be lost if our parent ignored this signal.
  signal(SIGCHLD, SIG_DFL);
  pid_t supervisor = getpid();
  // The program's descriptors need room for their own places.
  int kept[CP_DESCRIPTORS + 2];
  memcpy(kept, program->descriptors, sizeof program->descriptors);
  kept[CP_DESCRIPTORS] = control;
  kept[CP_DESCRIPTORS + 1] = reports;
  keep_only(kept, CP_DESCRIPTORS + 2);
  // Copying the tables of an editor's memory would take most of the time. What the child does until it is replaced keeps
  // to system calls and its own stack, as it shares our memory.
  pid_t process = vfork();
  int cause = errno;
  if (process == 0) cp_become(program, bounds, supervisor, reports);
  detach(control, reports);
  if (process < 0) {
    report(CP_FAILED, cause);
    _exit(1);
  }
  report(CP_STARTED, process);
  int status = 0;
  bool has_ended = false;
  watch(process, program->memory, &status, &has_ended);
  // Killed processes leave their children to us, so this goes on until nobody is left.
  int64_t deadline = cp_now() + LAST_TRY;
  while (reap(process, &status, &has_ended) && cp_now() < deadline) {
    kill_all(bounds, deadline);
    wait_for_signal(5);
  }
  if (cp_is_group_out_of_memory(bounds->group)) report(CP_OUT_OF_MEMORY, 0);
  cp_remove_group(bounds->group);
  if (has_ended) {
    if (WIFSIGNALED(status)) {
      report(CP_SIGNALLED, WTERMSIG(status));
    } else {
      report(CP_EXITED, WEXITSTATUS(status));
    }
  }
  _exit(0);
}
