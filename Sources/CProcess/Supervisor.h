#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include "CProcess.h"

/// Runs a program until it and everything that it forked is gone, and exits. All signals are blocked when it is called.
/// - control: where the order to stop comes from.
/// - reports: where `cp_report`s go.
_Noreturn void cp_supervise(const struct cp_program *program, int control, int reports);

/// Replaces the calling process by a program; reports why if that fails, and exits.
_Noreturn void cp_become(const struct cp_program *program, pid_t supervisor, int reports);

/// Sends SIGKILL to the children of the calling process.
void cp_kill_children(void);

#endif
