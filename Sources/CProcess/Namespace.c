#include "Supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = (ssize_t)strlen(text);
  bool is_written = write(file, text, (size_t)length) == length;
  close(file);
  return is_written;
}

/// Forks with new namespaces. Returns -1 if the system doesn't allow that.
static pid_t fork_in(unsigned long namespaces) {
  // The child keeps its user and group, and can't take on others.
  char user[64], group[64];
  snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
  snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0) return -1;
  // glibc has no fork with flags. As after `_Fork`, only signal-safe functions may be called in the child.
  pid_t process = (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, NULL, NULL, NULL, NULL);
  if (process == 0) {
    bool is_mapped = (namespaces & CLONE_NEWUSER) == 0 ||
                     (write_file("/proc/self/setgroups", "deny") && write_file("/proc/self/uid_map", user) &&
                      write_file("/proc/self/gid_map", group));
    if (!is_mapped || write(ready[1], "", 1) != 1) _exit(1);
  }
  close(ready[1]);
  if (process > 0) {
    char byte;
    ssize_t count;
    while ((count = read(ready[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    if (count != 1) {
      waitpid(process, NULL, 0);
      process = -1;
    }
  }
  close(ready[0]);
  return process;
}

/// Whether the kernel counts a user's processes separately in each user namespace.
static bool counts_in_namespaces(void) {
  struct utsname system;
  if (uname(&system) != 0) return false;
  char *rest;
  long major = strtol(system.release, &rest, 10);
  long minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
  return major > 5 || (major == 5 && minor >= 14);
}

pid_t cp_fork_bounded(struct cp_bounds *bounds, uint64_t memory) {
  // The kernel's limit of processes doesn't apply to root.
  if (geteuid() == 0 || memory > 0) cp_make_group(bounds->group, memory);
  bounds->has_namespace = true;
  pid_t process = fork_in(CLONE_NEWPID);
  if (process >= 0) return process;
  bounds->counts_processes = counts_in_namespaces();
  process = fork_in(CLONE_NEWUSER | CLONE_NEWPID);
  if (process >= 0) return process;
  bounds->has_namespace = bounds->counts_processes = false;
  if (bounds->group[0] == 0) cp_make_group(bounds->group, memory);
  return _Fork();
}
