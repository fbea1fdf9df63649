#include "TerminfoEntry.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char standard_folders[] = "/etc/terminfo:/lib/terminfo:/usr/share/terminfo";

static size_t read_file(const char *path, unsigned char *buffer, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 0;
  ssize_t length = read(file, buffer, capacity);
  close(file);
  return length > 0 && (size_t)length < capacity ? (size_t)length : 0;
}

static size_t read_in_folder(
    const char *folder, size_t length, const char *terminal, unsigned char *buffer, size_t capacity) {
  char path[PATH_MAX];
  int count = snprintf(path, sizeof path, "%.*s/%c/%s", (int)length, folder, terminal[0], terminal);
  return count > 0 && count < (int)sizeof path ? read_file(path, buffer, capacity) : 0;
}

/// Looks in folders that are separated by colons. An empty one stands for the standard folders.
static size_t read_in_folders(const char *folders, const char *terminal, unsigned char *buffer, size_t capacity) {
  while (1) {
    size_t length = strcspn(folders, ":");
    size_t found = length == 0 ? folders == standard_folders ? 0 : read_in_folders(standard_folders, terminal, buffer, capacity)
                               : read_in_folder(folders, length, terminal, buffer, capacity);
    if (found > 0 || folders[length] == '\0') return found;
    folders += length + 1;
  }
}

size_t cn_read_terminfo_entry(const char *terminal, unsigned char *buffer, size_t capacity) {
  if (terminal[0] == '\0' || terminal[0] == '.' || strchr(terminal, '/') != NULL) return 0;
  size_t found = 0;
  const char *own = getenv("TERMINFO");
  // A TERMINFO that isn't a path is itself an entry, in hexadecimal or Base64, and is left unchanged.
  if (own != NULL && own[0] != '\0') {
    if (own[0] != '/') return 0;
    found = read_in_folder(own, strlen(own), terminal, buffer, capacity);
  }
  const char *home = getenv("HOME");
  if (found == 0 && home != NULL && home[0] == '/') {
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s/.terminfo", home);
    if (length > 0 && length < (int)sizeof folder) {
      found = read_in_folder(folder, (size_t)length, terminal, buffer, capacity);
    }
  }
  const char *more = getenv("TERMINFO_DIRS");
  if (found == 0 && more != NULL && more[0] != '\0') found = read_in_folders(more, terminal, buffer, capacity);
  return found > 0 ? found : read_in_folders(standard_folders, terminal, buffer, capacity);
}
