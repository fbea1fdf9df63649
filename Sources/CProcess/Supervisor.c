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

/// The pause between two checks of the memory of all processes: `LOOK` milliseconds, and `LOOK_SHARE` times the
/// duration of the last check.
enum { LOOK = 50, LOOK_SHARE = 20 };

static void report(int32_t kind, int32_t value) {
  struct cp_report report = {kind, value};
  // Ignore errors: the reader may be gone.
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

/// Leaves our terminal, whose signals are for the program, and closes everything but the two pipes.
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

/// Collects the exit statuses of ended children. Returns whether children are left.
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

/// Waits until the program has ended or must be killed.
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
      // With many processes, a check takes long.
      next_look = cp_now() + LOOK + LOOK_SHARE * (cp_now() - now);
      now = cp_now();
    }
    int64_t due = sooner(deadline, next_look), left = due < 0 ? -1 : due > now ? due - now : 0;
    struct pollfd places[] = {{.fd = SIGNALS, .events = POLLIN}, {.fd = CONTROL, .events = POLLIN}};
    if (poll(places, 2, (int)left) < 0) continue;
    if (places[0].revents != 0) wait_for_signal(0);
    if (places[1].revents == 0) continue;
    char order;
    if (read(CONTROL, &order, 1) <= 0) return;
    if (order != CP_STOP) {
      kill(program, order);
      continue;
    }
    // A second order to stop changes nothing.
    if (deadline >= 0) continue;
    deadline = cp_now() + CP_GRACE;
    // Only with a terminal of its own does the program lead a process group.
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
  // Free the other numbers, so that the program's descriptors can be moved to their places.
  int kept[CP_DESCRIPTORS + 2];
  memcpy(kept, program->descriptors, sizeof program->descriptors);
  kept[CP_DESCRIPTORS] = control;
  kept[CP_DESCRIPTORS + 1] = reports;
  keep_only(kept, CP_DESCRIPTORS + 2);
  // Forking would spend most of its time on copying the editor's page tables. The child shares our memory until it is
  // replaced, so it only makes system calls and uses its own stack frames.
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
  // Killed processes leave their children to us, so this continues until there are none.
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
