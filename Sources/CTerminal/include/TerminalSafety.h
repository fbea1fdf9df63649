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

/// Remembers the terminal's modes and installs the handlers. False if there is no pipe to be had.
bool cn_safety_begin(void);
/// Puts back the handlers that were there before.
void cn_safety_end(void);

/// The sequence that switches off every mode of ours and restores the screen; at most 1,000 bytes.
void cn_set_off_sequence(const char *bytes, size_t length);
/// Whether the terminal is in our modes, and so has to be restored on the way out.
void cn_set_in_use(bool in_use);
/// Restores the terminal if it is in use: on exit, on a crash, after a hangup. Never blocks, touches curses or
/// writes to a terminal that is gone.
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
/// Writes all bytes to the terminal, unless it has been hung up.
void cn_write(const char *bytes, size_t length);
/// Stops the process group as Ctrl+Z would, and returns when it is continued.
void cn_stop(void);

#endif
