#include "Supervisor.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// Not every kernel has /proc/PID/task/PID/children, so this reads the status of all processes. opendir would allocate.

/// Returns the number that a text begins with; 0 for none.
static pid_t number(const char *text) {
  pid_t value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return value;
}

/// Returns the parent of a process in /proc; 0 if it is gone.
static pid_t parent(int processes, const char *name) {
  char path[32], text[512];
  size_t length = strlen(name);
  if (length + sizeof "/stat" > sizeof path) return 0;
  memcpy(path, name, length);
  memcpy(path + length, "/stat", sizeof "/stat");
  int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name in parentheses may contain anything; a state and the parent follow.
  const char *end = strrchr(text, ')');
  return end != NULL && strlen(end) > 4 ? number(end + 4) : 0;
}

void cp_kill_children(void) {
  int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (processes < 0) return;
  pid_t own = getpid();
  _Alignas(struct dirent64) char buffer[4096];
  ssize_t count;
  while ((count = getdents64(processes, buffer, sizeof buffer)) > 0) {
    for (ssize_t offset = 0; offset < count;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + offset);
      offset += entry->d_reclen;
      // A child stays ours until we wait for it, so its number can't belong to another process.
      pid_t process = number(entry->d_name);
      if (process > 0 && parent(processes, entry->d_name) == own) kill(process, SIGKILL);
    }
  }
  close(processes);
}
