#include "CProcess.h"

#include "Supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

int cp_start(const struct cp_program *program, struct cp_supervisor *supervisor) {
  int control[2], reports[2];
  if (pipe2(control, O_CLOEXEC) != 0) return errno;
  if (pipe2(reports, O_CLOEXEC) != 0) {
    int cause = errno;
    close(control[0]);
    close(control[1]);
    return cause;
  }
  // Our own handlers must not run in the child: they would write to our pipes.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  struct cp_bounds bounds = {0};
  pid_t process = cp_fork_bounded(&bounds, program->memory);
  int cause = errno;
  if (process == 0) cp_supervise(program, &bounds, control[0], reports[1]);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  close(control[0]);
  close(reports[1]);
  if (process < 0) {
    close(control[1]);
    close(reports[0]);
    cp_remove_group(bounds.group);
    return cause;
  }
  *supervisor = (struct cp_supervisor){.process = process, .control = control[1], .reports = reports[0]};
  memcpy(supervisor->group, bounds.group, sizeof bounds.group);
  return 0;
}

void cp_reap(const struct cp_supervisor *supervisor) {
  while (waitpid(supervisor->process, NULL, 0) < 0 && errno == EINTR) {
  }
  // A supervisor that was killed has left this to us.
  cp_kill_group(supervisor->group);
  cp_remove_group(supervisor->group);
}

int cp_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int cp_open_terminal(int rows, int columns, int *leader, int *follower) {
  char name[64];
  int first = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (first < 0) return errno;
  int second = -1;
  if (grantpt(first) == 0 && unlockpt(first) == 0 && ptsname_r(first, name, sizeof name) == 0) {
    second = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  struct termios mode;
  if (second < 0 || tcgetattr(second, &mode) != 0) {
    int cause = errno;
    close(first);
    if (second >= 0) close(second);
    return cause;
  }
  mode.c_oflag &= ~(tcflag_t)ONLCR;
  mode.c_iflag |= IUTF8;
  tcsetattr(second, TCSANOW, &mode);
  cp_resize_terminal(first, rows, columns);
  *leader = first;
  *follower = second;
  return 0;
}

void cp_resize_terminal(int leader, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(leader, TIOCSWINSZ, &size);
}
