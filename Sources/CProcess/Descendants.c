#include "Supervisor.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// Not every kernel has /proc/PID/task/PID/children, so this reads the status of all processes. opendir would allocate.

/// Returns the number at the beginning of a text; 0 if there is none.
static int64_t number(const char *text) {
  int64_t value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return value;
}

/// Reads a file of a process. Returns false if it can't be read or is empty.
static bool read_file(int processes, const char *process, const char *name, char *text, size_t size) {
  char path[64];
  if (strlen(process) + strlen(name) + 1 > sizeof path) return false;
  strcpy(path, process);
  strcat(path, name);
  int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, size - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  return count > 0;
}

/// Returns the parent of a process in /proc; 0 if it is gone.
static pid_t parent(int processes, const char *name) {
  char text[512];
  if (!read_file(processes, name, "/stat", text, sizeof text)) return 0;
  // The name in parentheses may contain anything; a state and the parent follow.
  const char *end = strrchr(text, ')');
  return end != NULL && strlen(end) > 4 ? (pid_t)number(end + 4) : 0;
}

/// The upper limit of process ids on Linux (PID_MAX_LIMIT).
enum { NUMBERS = 1 << 22 };

/// A bit for each process id: whether it is that of a descendant that was found.
static uint8_t found[NUMBERS / 8];

static bool is_found(pid_t process) { return process < NUMBERS && (found[process / 8] >> process % 8 & 1) != 0; }

/// A function that is called for each descendant.
typedef void visitor(int processes, const char *name, uintptr_t argument);

/// Visits the descendants of the calling process that can be found. Returns whether some are new.
static bool visit_descendants(int processes, pid_t own, visitor *visit, uintptr_t argument) {
  bool are_new = false;
  lseek(processes, 0, SEEK_SET);
  _Alignas(struct dirent64) char buffer[4096];
  ssize_t count;
  while ((count = getdents64(processes, buffer, sizeof buffer)) > 0) {
    for (ssize_t offset = 0; offset < count;) {
      struct dirent64 *entry = (struct dirent64 *)(buffer + offset);
      offset += entry->d_reclen;
      pid_t process = (pid_t)number(entry->d_name);
      if (process <= 0 || process >= NUMBERS) continue;
      pid_t above = parent(processes, entry->d_name);
      if (above != own && !is_found(above)) continue;
      are_new = are_new || !is_found(process);
      found[process / 8] |= (uint8_t)(1 << process % 8);
      visit(processes, entry->d_name, argument);
    }
  }
  return are_new;
}

/// Opens /proc, and sets `own` to the calling process's id there: /proc may belong to another PID namespace, with other
/// ids.
static int open_processes(pid_t *own) {
  int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char self[16] = "";
  if (processes < 0) return -1;
  if (readlinkat(processes, "self", self, sizeof self - 1) > 0) *own = (pid_t)number(self);
  return processes;
}

static void send_signal(int processes, const char *name, uintptr_t signal) {
  (void)processes;
  // The id can't belong to another process by now: a process keeps its id until its parent has waited for it, and these
  // parents are stopped, or are this process.
  kill((pid_t)number(name), (int)signal);
}

void cp_kill_descendants(int64_t deadline) {
  pid_t own = 0;
  int processes = open_processes(&own);
  memset(found, 0, sizeof found);
  if (processes >= 0 && own == getpid()) {
    while (visit_descendants(processes, own, send_signal, SIGSTOP) && cp_now() < deadline) {
    }
    visit_descendants(processes, own, send_signal, SIGKILL);
  }
  if (processes >= 0) close(processes);
}

/// Returns the number after a word at the beginning of a line; 0 if there is none.
static uint64_t amount(const char *text, const char *word) {
  const char *found_word = strstr(text, word);
  if (found_word == NULL) return 0;
  found_word += strlen(word);
  return (uint64_t)number(found_word + strspn(found_word, " "));
}

/// Adds a process's resident memory, including the pages that it shares with others.
static void add_resident(int processes, const char *name, uintptr_t sum) {
  char text[256];
  if (!read_file(processes, name, "/statm", text, sizeof text)) return;
  const char *resident = strchr(text, ' ');
  if (resident != NULL) *(uint64_t *)sum += (uint64_t)number(resident + 1) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/// Adds a process's proportional share of the memory that it has written to. Finding this out takes longer.
static void add_share(int processes, const char *name, uintptr_t sum) {
  char text[2048];
  if (!read_file(processes, name, "/smaps_rollup", text, sizeof text)) return add_resident(processes, name, sum);
  bool has_parts = strstr(text, "\nPss_Anon:") != NULL;
  uint64_t kilobytes = has_parts ? amount(text, "\nPss_Anon:") + amount(text, "\nPss_Shmem:") : amount(text, "\nPss:");
  *(uint64_t *)sum += (kilobytes + amount(text, "\nSwapPss:")) << 10;
}

bool cp_have_descendants_more(uint64_t bytes) {
  // /proc lists a child before its parent only after process ids have wrapped around. Such a child is found by the next
  // call, as every second call keeps what was found.
  static bool keeps_found;
  uint64_t resident = 0, shares = 0;
  pid_t own = 0;
  int processes = open_processes(&own);
  if (processes < 0) return false;
  if (!keeps_found) memset(found, 0, sizeof found);
  keeps_found = !keeps_found;
  visit_descendants(processes, own, add_resident, (uintptr_t)&resident);
  if (resident > bytes) visit_descendants(processes, own, add_share, (uintptr_t)&shares);
  close(processes);
  return shares > bytes;
}
