#include "Supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Control groups, version 2. A group contains everything that its processes fork, and can be limited and killed as a
// whole.

static bool write_to(const char *group, const char *name, const char *text) {
  if (group[0] == 0) return false;
  int folder = open(group, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  int file = openat(folder, name, O_WRONLY | O_CLOEXEC);
  close(folder);
  if (file < 0) return false;
  ssize_t length = (ssize_t)strlen(text);
  bool is_written = write(file, text, (size_t)length) == length;
  close(file);
  return is_written;
}

/// Finds the folder of this process's control group, without a slash at its end. Returns the length of the root's path,
/// with which it begins; 0 if there is no group.
static size_t find_own(char *path, size_t size) {
  const char *root = "/sys/fs/cgroup";
  if (access("/sys/fs/cgroup/cgroup.procs", F_OK) != 0) root = "/sys/fs/cgroup/unified";
  int file = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[4096];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  // The line of version 2 names no controllers, and may follow others.
  const char *own = strncmp(text, "0::/", 4) == 0 ? text : strstr(text, "\n0::/");
  if (own == NULL) return 0;
  own = strchr(own, '/');
  int length = (int)strcspn(own, "\n");
  while (length > 0 && own[length - 1] == '/') length--;
  return snprintf(path, size, "%s%.*s", root, length, own) < (int)size ? strlen(root) : 0;
}

/// Makes a folder with a free name in another one.
static bool make_in(const char *folder, char path[CP_GROUP_PATH]) {
  static atomic_uint count;
  for (int attempt = 0; attempt < 100; attempt++) {
    int length = snprintf(path, CP_GROUP_PATH, "%s/mortise-%d-%u", folder, getpid(), atomic_fetch_add(&count, 1));
    if (length >= CP_GROUP_PATH) break;
    if (mkdir(path, 0755) == 0) return true;
    if (errno != EEXIST) break;
  }
  path[0] = 0;
  return false;
}

void cp_make_group(char path[CP_GROUP_PATH], uint64_t memory) {
  char own[CP_GROUP_PATH], parent[CP_GROUP_PATH], number[32];
  path[0] = 0;
  size_t root = find_own(own, sizeof own);
  if (root == 0) return;
  // A group that has processes can't enable the controllers of its subgroups, so ours should be its sibling.
  memcpy(parent, own, sizeof own);
  char *slash = strrchr(parent, '/');
  if (slash >= parent + root) *slash = 0;
  if (!make_in(parent, path) && !make_in(own, path)) return;
  snprintf(number, sizeof number, "%d", CP_MOST_PROCESSES);
  write_to(path, "pids.max", number);
  if (memory == 0) return;
  snprintf(number, sizeof number, "%llu", (unsigned long long)memory);
  write_to(path, "memory.max", number);
  write_to(path, "memory.swap.max", "0");
  write_to(path, "memory.oom.group", "1");
}

bool cp_is_group_out_of_memory(const char *path) {
  char name[CP_GROUP_PATH + 16], text[512];
  if (path[0] == 0) return false;
  snprintf(name, sizeof name, "%s/memory.events", path);
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  const char *kills = strstr(text, "\noom_kill ");
  return kills != NULL && kills[strlen("\noom_kill ")] != '0';
}

void cp_join_group(const char *path) { write_to(path, "cgroup.procs", "0"); }

void cp_kill_group(const char *path) { write_to(path, "cgroup.kill", "1"); }

void cp_remove_group(const char *path) {
  if (path[0] == 0) return;
  for (int attempt = 0; attempt < 200 && rmdir(path) != 0 && errno == EBUSY; attempt++) poll(NULL, 0, 5);
}
