#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Starts programs that other people wrote, and leaves none of their processes behind. Each program has a supervisor: a
// small process that adopts what the program forks, even through a daemon's double fork, and kills all of it when the
// program ends, when it is asked to, or when we are gone. Where the system allows it, the supervisor is the first
// process of a PID namespace, which no process can leave.
//
// In C, because between fork and exec only async-signal-safe functions may be called: another thread may hold any lock.

enum { CP_DESCRIPTORS = 5, CP_GROUP_PATH = 512 };

/// A program to start.
struct cp_program {
  /// The executable's path.
  const char *path;
  /// The arguments, which end with NULL; the first one is the program's name.
  char *const *arguments;
  /// The variables, such as `NAME=value`, which end with NULL.
  char *const *environment;
  /// The descriptors that become the program's 0, 1, 2 and so on; -1 for none. All others are closed.
  int descriptors[CP_DESCRIPTORS];
  /// Whether descriptor 0 is a terminal from `cp_open_terminal`. The program then leads a session of its own on it.
  bool has_terminal;
  /// The limit of processor time in seconds; 0 for none.
  uint64_t processor_seconds;
  /// The limit of each process's address space in bytes; 0 for none.
  uint64_t addresses;
  /// The limit of the memory of all processes together in bytes; 0 for none.
  uint64_t memory;
};

/// A supervisor.
struct cp_supervisor {
  pid_t process;
  /// `CP_STOP` written here as a byte stops the program: SIGINT, and a little later SIGKILL. Another byte is the number
  /// of a signal for the program. Closing it kills at once.
  int control;
  /// `cp_report`s can be read here. It ends when none of the program's processes are left.
  int reports;
  /// The folder of the program's control group; empty if there is none.
  char group[CP_GROUP_PATH];
};

enum { CP_STOP = 0 };

enum {
  /// The program runs; the value is its process id as the supervisor sees it.
  CP_STARTED = 1,
  /// It could not be started; the value is an `errno`.
  CP_FAILED = 2,
  /// It ended; the value is its exit code.
  CP_EXITED = 3,
  /// A signal ended it; the value is its number.
  CP_SIGNALLED = 4,
  /// It was killed because its processes used more than `cp_program.memory`. Comes before the signal.
  CP_OUT_OF_MEMORY = 5,
};

struct cp_report {
  int32_t kind;
  int32_t value;
};

/// The time between SIGINT and SIGKILL, in milliseconds.
enum { CP_GRACE = 40 };

/// Starts a program with all signals reset and unblocked, and without core files.
/// Returns 0, or an `errno`. The caller closes its copies of the descriptors, and waits for the supervisor with
/// `cp_reap` when the reports have ended.
int cp_start(const struct cp_program *program, struct cp_supervisor *supervisor);

/// Waits for a supervisor to exit.
void cp_reap(const struct cp_supervisor *supervisor);

/// Opens a pipe; both ends are closed on exec. Returns 0, or an `errno`.
int cp_open_pipe(int ends[2]);

/// Opens a pseudo-terminal in line mode, which passes line breaks on as they are. Both ends are closed on exec.
/// Returns 0, or an `errno`.
int cp_open_terminal(int rows, int columns, int *leader, int *follower);
/// Sets the size of a pseudo-terminal's window, and notifies the program in it.
void cp_resize_terminal(int leader, int rows, int columns);

#endif
