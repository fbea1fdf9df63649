#include "TerminalOutput.h"

#include "TerminalSafety.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The file in memory: the bytes from `sent` to its position are still to be sent.
static int unsent = -1;
static FILE *curses_file;
static volatile off_t sent;
static int terminal = -1;

/// Milliseconds that a terminal may take nothing, and those that sending may take in all, when the program leaves.
enum { PATIENCE = 1000, LONGEST = 5000 };

bool cn_output_begin(void) {
  if (unsent < 0) unsent = memfd_create("terminal output", MFD_CLOEXEC);
  if (unsent < 0) return false;
  int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor < 0) return false;
  curses_file = fdopen(descriptor, "w");
  if (curses_file == NULL) return false;
  // Of its own, as the shell, and whoever else shares the standard output, does not expect to find it non-blocking.
  terminal = open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal < 0) terminal = STDOUT_FILENO;
  return true;
}

void cn_output_end(void) {
  if (terminal > STDERR_FILENO) close(terminal);
  terminal = -1;
}

FILE *cn_output_file(void) { return curses_file; }

void cn_divert_output(void) { dup3(unsent, fileno(curses_file), O_CLOEXEC); }

int cn_output_descriptor(void) { return terminal; }

void cn_write(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(unsent, bytes, length);
    if (written < 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

// What the terminal takes at once of the bytes; -1 with EAGAIN if nothing.
static ssize_t write_now(const char *bytes, size_t length) {
  if (terminal != STDOUT_FILENO) return write(terminal, bytes, length);
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
  ssize_t written = write(STDOUT_FILENO, bytes, length);
  int error = errno;
  fcntl(STDOUT_FILENO, F_SETFL, flags);
  errno = error;
  return written;
}

static off_t end_of_unsent(void) { return lseek(unsent, 0, SEEK_CUR); }

bool cn_has_unsent(void) { return end_of_unsent() > sent; }

static void forget_unsent(void) {
  sent = 0;
  lseek(unsent, 0, SEEK_SET);
}

bool cn_send(void) {
  if (cn_is_hung_up()) return true;
  off_t end = end_of_unsent();
  while (sent < end) {
    char bytes[16 * 1024];
    size_t wanted = end - sent < (off_t)sizeof bytes ? (size_t)(end - sent) : sizeof bytes;
    ssize_t count = pread(unsent, bytes, wanted, sent);
    if (count <= 0) break;
    ssize_t written = write_now(bytes, (size_t)count);
    if (written > 0) {
      sent += written;
    } else if (written == 0 || errno == EAGAIN) {
      return false;
    } else if (errno != EINTR) {
      // There is no terminal any more: nothing will be shown.
      break;
    }
  }
  forget_unsent();
  return true;
}

static long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cn_finish_sending(void) {
  long limit = milliseconds_now() + LONGEST;
  while (!cn_send()) {
    struct pollfd output = {.fd = terminal, .events = POLLOUT};
    int found = poll(&output, 1, PATIENCE);
    if (found == 0 || milliseconds_now() > limit) return false;
  }
  return true;
}

void cn_send_instead(const char *bytes, size_t length) {
  if (terminal < 0) return;
  bool is_behind = cn_has_unsent();
  forget_unsent();
  if (!is_behind && write_now(bytes, length) == (ssize_t)length) return;
  // What the terminal has not shown yet makes room, and CAN ends a sequence that is cut in two by that.
  tcflush(terminal, TCOFLUSH);
  const char cancel = 0x18;
  ssize_t ignored = write_now(&cancel, 1);
  ignored = write_now(bytes, length);
  (void)ignored;
}
