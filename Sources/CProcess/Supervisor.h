#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include "CProcess.h"

/// The maximum number of a program's processes and threads, if the system can count them.
enum { CP_MOST_PROCESSES = 512 };

/// The namespace and group that hold a program's processes together.
struct cp_bounds {
  /// Whether the supervisor is the first process of a PID namespace. The other processes there can't signal it, and end
  /// with it.
  bool has_namespace;
  /// Whether the system counts the namespace's processes separately, so that a limit can apply to them. False for root.
  bool counts_processes;
  /// The folder of a control group; empty if there is none.
  char group[CP_GROUP_PATH];
};

/// Forks a process for a supervisor, in a namespace of its own if the system allows it, and sets `bounds`.
/// - memory: the limit for a control group; 0 for none.
/// Returns as `fork` does.
pid_t cp_fork_bounded(struct cp_bounds *bounds, uint64_t memory);

/// Makes a control group for a program. Its path is empty if that isn't possible.
/// - memory: the limit of the memory of all its processes; 0 for none.
void cp_make_group(char path[CP_GROUP_PATH], uint64_t memory);
/// Returns whether a control group's processes were ended at its limit of memory.
bool cp_is_group_out_of_memory(const char *path);
/// Moves the calling process to a control group.
void cp_join_group(const char *path);
void cp_kill_group(const char *path);
/// Removes a control group. Waits a little for the ends of killed processes.
void cp_remove_group(const char *path);

/// Runs a program until it and everything that it forked is gone, and exits. All signals are blocked when it is called.
/// - control: the pipe that orders are read from.
/// - reports: the pipe that `cp_report`s are written to.
_Noreturn void cp_supervise(
    const struct cp_program *program, const struct cp_bounds *bounds, int control, int reports);

/// Replaces the calling process by a program; reports why if that fails, and exits.
_Noreturn void cp_become(
    const struct cp_program *program, const struct cp_bounds *bounds, pid_t supervisor, int reports);

/// Stops the descendants of the calling process, so that none of them forks, and sends them SIGKILL.
/// - deadline: the time, in milliseconds of `cp_now`, to kill the processes found so far, even if more appear.
void cp_kill_descendants(int64_t deadline);

/// Returns whether the descendants of the calling process together use more memory than a number of bytes. Memory that
/// processes share counts in proportion.
bool cp_have_descendants_more(uint64_t bytes);

/// Returns the time in milliseconds since the system started.
int64_t cp_now(void);

#endif
