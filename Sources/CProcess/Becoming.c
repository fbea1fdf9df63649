#include "Supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(__rlimit_resource_t resource, uint64_t soft, uint64_t hard) {
  struct rlimit current;
  if (getrlimit(resource, &current) != 0) return;
  if (current.rlim_max != RLIM_INFINITY && hard > current.rlim_max) hard = current.rlim_max;
  if (soft > hard) soft = hard;
  setrlimit(resource, &(struct rlimit){soft, hard});
}

static void set_limits(const struct cp_program *program, const struct cp_bounds *bounds) {
  limit(RLIMIT_CORE, 0, 0);
  if (bounds->counts_processes) limit(RLIMIT_NPROC, CP_MOST_PROCESSES, CP_MOST_PROCESSES);
  // The first limit sends a signal that can be caught, the second one kills.
  if (program->processor_seconds > 0) {
    limit(RLIMIT_CPU, program->processor_seconds, program->processor_seconds + 1);
  }
  if (program->addresses > 0) limit(RLIMIT_AS, program->addresses, program->addresses);
}

static void reset_signals(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Puts the descriptors into their places, and the reports above them. Returns false if no descriptor is free.
static bool place_descriptors(const struct cp_program *program, int *reports) {
  int numbers[CP_DESCRIPTORS + 1];
  for (int index = 0; index < CP_DESCRIPTORS; index++) numbers[index] = program->descriptors[index];
  numbers[CP_DESCRIPTORS] = *reports;
  for (int index = 0; index < CP_DESCRIPTORS; index++) {
    // A descriptor that is here, but needed in a later place, makes room.
    int moved = -1;
    for (int other = index + 1; other <= CP_DESCRIPTORS; other++) {
      if (numbers[other] != index) continue;
      if (moved < 0) moved = fcntl(index, F_DUPFD, CP_DESCRIPTORS);
      if (moved < 0) return false;
      numbers[other] = moved;
      if (other == CP_DESCRIPTORS) *reports = moved;
    }
    if (numbers[index] < 0) {
      close(index);
    } else if (numbers[index] == index) {
      fcntl(index, F_SETFD, 0);
    } else if (dup2(numbers[index], index) < 0) {
      return false;
    }
  }
  close_range(CP_DESCRIPTORS, ~0U, CLOSE_RANGE_CLOEXEC);
  return true;
}

_Noreturn void cp_become(
    const struct cp_program *program, const struct cp_bounds *bounds, pid_t supervisor, int reports) {
  // The supervisor kills all of its processes. If it is killed itself, this signal ends the program.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(1);
  cp_join_group(bounds->group);
  if (place_descriptors(program, &reports)) {
    if (program->has_terminal) {
      setsid();
      ioctl(STDIN_FILENO, TIOCSCTTY, 0);
    }
    set_limits(program, bounds);
    reset_signals();
    execve(program->path, program->arguments, program->environment);
  }
  struct cp_report report = {CP_FAILED, errno};
  ssize_t ignored = write(reports, &report, sizeof report);
  (void)ignored;
  _exit(127);
}
