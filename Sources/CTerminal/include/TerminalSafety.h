#ifndef TERMINAL_SAFETY_H
#define TERMINAL_SAFETY_H

#include <stdbool.h>
#include <stddef.h>

// What keeps the terminal usable whatever happens: signal handlers that only set a flag and write to a pipe, and
// one that gives the terminal back when the program crashes. Handlers must be C: Swift code may allocate.

enum {
  CN_SIGNAL_HANGUP = 1,
  CN_SIGNAL_TERMINATE = 2,
  CN_SIGNAL_INTERRUPT = 4,
  CN_SIGNAL_STOP = 8,
  CN_SIGNAL_CONTINUE = 16,
  CN_SIGNAL_RESIZE = 32,
  CN_WOKEN = 64,
};

/// Opens the output, remembers the terminal's modes and installs the handlers. False if there are no descriptors to be had.
bool cn_safety_begin(void);
/// Closes the output and puts back the handlers that were there before.
void cn_safety_end(void);

/// The sequence that switches off every mode of ours and restores the screen; at most 1,000 bytes.
void cn_set_off_sequence(const char *bytes, size_t length);
/// Remembers the terminal's raw mode, which it is in. From now on it has to be restored on the way out.
void cn_set_in_use(void);
/// Puts the terminal in raw mode again after `cn_leave`.
void cn_reenter_raw_mode(void);
/// Sends what is left, or the off sequence alone to a terminal that takes no more, and has it handle lines again.
void cn_leave(void);
/// Restores the terminal if it is in use: on exit, on a crash, after a hangup. Never blocks or touches
/// curses; a terminal that is gone takes nothing.
void cn_restore(void);

/// The descriptor that becomes readable with a signal or a wake-up.
int cn_signal_descriptor(void);
/// What has arrived since the last call.
unsigned cn_take_signals(void);
/// Makes the signal descriptor readable; may be called from any thread.
void cn_wake(void);

/// Whether the terminal has been hung up: nothing is written any more.
bool cn_is_hung_up(void);
void cn_set_hung_up(void);
/// Stops the process group as Ctrl+Z would, and returns when it is continued.
void cn_stop(void);

#endif
