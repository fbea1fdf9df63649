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

/// Linux has no processes with numbers from this one on.
enum { NUMBERS = 1 << 22 };

/// A bit for each number: whether it is that of a descendant that was found.
static uint8_t found[NUMBERS / 8];

static bool is_found(pid_t process) { return process < NUMBERS && (found[process / 8] >> process % 8 & 1) != 0; }

/// Sends a signal to all descendants of the calling process that can be found. Returns whether some are new.
static bool signal_descendants(int signal) {
  int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (processes < 0) return false;
  pid_t own = getpid();
  bool are_new = false;
  // /proc may be that of another PID namespace, where the same numbers mean other processes.
  char self[16] = "";
  if (readlinkat(processes, "self", self, sizeof self - 1) <= 0 || number(self) != own) {
    close(processes);
    return false;
  }
  _Alignas(struct dirent64) char buffer[4096];
  ssize_t count;
  while ((count = getdents64(processes, buffer, sizeof buffer)) > 0) {
    for (ssize_t offset = 0; offset < count;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + offset);
      offset += entry->d_reclen;
      pid_t process = number(entry->d_name);
      if (process <= 0 || process >= NUMBERS) continue;
      pid_t above = parent(processes, entry->d_name);
      if (above != own && !is_found(above)) continue;
      are_new = are_new || !is_found(process);
      found[process / 8] |= (uint8_t)(1 << process % 8);
      // A child stays ours until we wait for it, and what is stopped waits for nobody, so the number can't belong to
      // another process.
      kill(process, signal);
    }
  }
  close(processes);
  return are_new;
}

void cp_kill_descendants(int64_t deadline) {
  memset(found, 0, sizeof found);
  while (signal_descendants(SIGSTOP) && cp_now() < deadline) {
  }
  signal_descendants(SIGKILL);
}
