#include "TerminalOutput.h"

#include "RenditionFilter.h"
#include "TerminalSafety.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Curses writes to write_end, and we read from read_end: a file in memory, or a pipe if files may not get that large.
static int write_end = -1;
static int read_end = -1;
static bool is_pipe;
static off_t read_offset;
static FILE *curses_file;
/// The number of bytes that are read at once.
enum { INPUT_SIZE = 512 };
// Bytes that were read but not yet sent.
static char chunk[16 * 1024 + CN_RENDITION_GROWTH * INPUT_SIZE];
static volatile size_t chunk_start;
static volatile size_t chunk_end;
static int terminal = -1;

/// Limits in bytes: more than a frame ever needs, and the size of the pipe.
enum { MAX_FRAME_SIZE = 64 << 20, PIPE_CAPACITY = 1 << 20 };
/// Timeouts on exit, in milliseconds: for a terminal that takes nothing, and for the whole output.
enum { IDLE_TIMEOUT = 1000, TOTAL_TIMEOUT = 5000 };

static bool open_memory(void) {
  if (write_end >= 0) return true;
  struct rlimit limit;
  is_pipe = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < MAX_FRAME_SIZE;
  if (!is_pipe) {
    write_end = read_end = memfd_create("terminal output", MFD_CLOEXEC);
    return write_end >= 0;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  read_end = ends[0];
  write_end = ends[1];
  fcntl(read_end, F_SETFL, O_NONBLOCK);
  fcntl(write_end, F_SETPIPE_SZ, PIPE_CAPACITY);
  return true;
}

bool cn_output_begin(void) {
  if (!open_memory()) return false;
  int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor < 0) return false;
  curses_file = fdopen(descriptor, "w");
  if (curses_file == NULL) return false;
  // Open it again: O_NONBLOCK on standard output itself would also affect the shell and other processes that share it.
  terminal = open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal < 0) terminal = STDOUT_FILENO;
  return true;
}

void cn_output_end(void) {
  if (terminal > STDERR_FILENO) close(terminal);
  terminal = -1;
}

FILE *cn_output_file(void) { return curses_file; }

void cn_divert_output(void) { dup3(write_end, fileno(curses_file), O_CLOEXEC); }

int cn_output_descriptor(void) { return terminal; }

void cn_write(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(write_end, bytes, length);
    if (written < 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

// Writes as many bytes as the terminal takes without blocking; returns -1 with EAGAIN if it takes none.
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

static off_t unread(void) {
  if (!is_pipe) return lseek(write_end, 0, SEEK_CUR) - read_offset;
  int count = 0;
  return ioctl(read_end, FIONREAD, &count) == 0 ? count : 0;
}

bool cn_has_unsent(void) { return chunk_start < chunk_end || unread() > 0; }

// Reads and filters output of curses. Returns false if there is none left to send.
static bool read_chunk(void) {
  static char input[INPUT_SIZE];
  chunk_start = chunk_end = 0;
  while (chunk_end + CN_RENDITION_GROWTH * sizeof input <= sizeof chunk) {
    off_t available = unread();
    size_t length = available < (off_t)sizeof input ? (size_t)available : sizeof input;
    ssize_t count = is_pipe ? read(read_end, input, length) : pread(read_end, input, length, read_offset);
    if (count <= 0) {
      // Start over at the beginning, so that the file never holds more than one frame.
      if (!is_pipe) read_offset = lseek(write_end, 0, SEEK_SET);
      break;
    }
    read_offset += count;
    chunk_end += cn_filter_rendition(input, (size_t)count, chunk + chunk_end);
  }
  return chunk_end > 0;
}

static void discard_unsent(void) {
  while (read_chunk()) {
  }
  cn_forget_rendition();
}

bool cn_send(void) {
  if (cn_is_hung_up()) return true;
  while (chunk_start < chunk_end || read_chunk()) {
    ssize_t written = write_now(chunk + chunk_start, chunk_end - chunk_start);
    if (written > 0) {
      chunk_start += (size_t)written;
    } else if (written == 0 || errno == EAGAIN) {
      return false;
    } else if (errno != EINTR) {
      // The terminal is gone: nothing will be shown.
      discard_unsent();
    }
  }
  return true;
}

static long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cn_finish_sending(void) {
  long limit = milliseconds_now() + TOTAL_TIMEOUT;
  while (!cn_send()) {
    struct pollfd output = {.fd = terminal, .events = POLLOUT};
    int found = poll(&output, 1, IDLE_TIMEOUT);
    if (found == 0 || milliseconds_now() > limit) return false;
  }
  return true;
}

void cn_send_instead(const char *bytes, size_t length) {
  if (terminal < 0) return;
  bool is_behind = cn_has_unsent();
  discard_unsent();
  if (!is_behind && write_now(bytes, length) == (ssize_t)length) return;
  // Drop what the terminal has not shown yet. The ESC of a reset ends a sequence or string that this may cut in two.
  tcflush(terminal, TCOFLUSH);
  const char reset[] = {0x1B, '[', 'm'};
  ssize_t ignored = write_now(reset, sizeof reset);
  ignored = write_now(bytes, length);
  (void)ignored;
}
