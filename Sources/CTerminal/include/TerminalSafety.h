#ifndef TERMINAL_SAFETY_H
#define TERMINAL_SAFETY_H

#include <stdbool.h>
#include <stddef.h>

// Keeps the terminal usable whatever happens: signal handlers that only set a flag and write to a pipe, and one that
// restores the terminal when the program crashes. Handlers must be in C, as Swift code may allocate.

enum {
  CN_SIGNAL_HANGUP = 1,
  CN_SIGNAL_TERMINATE = 2,
  CN_SIGNAL_INTERRUPT = 4,
  CN_SIGNAL_STOP = 8,
  CN_SIGNAL_CONTINUE = 16,
  CN_SIGNAL_RESIZE = 32,
  CN_WAKEUP = 64,
};

/// Opens the output, saves the terminal's modes and installs the handlers. Returns false if there are no free
/// descriptors.
bool cn_safety_begin(void);
/// Closes the output and reinstalls the previous handlers.
void cn_safety_end(void);

/// Whether the terminal's erase character was ^H at the start; it is ^? nearly everywhere.
bool cn_erases_with_control_h(void);

/// Sets the sequence that turns off all our modes and restores the screen; at most 1,000 bytes.
void cn_set_off_sequence(const char *bytes, size_t length);
/// Saves the terminal's current mode as the raw mode. From now on the terminal must be restored on exit.
void cn_set_in_use(void);
/// Puts the terminal into raw mode again after `cn_leave`.
void cn_reenter_raw_mode(void);
/// Sends the remaining output, or only the off sequence if the terminal takes nothing, and restores line mode.
void cn_leave(void);
/// Restores the terminal if it is in use: on exit, after a crash or hangup. Never blocks and never uses curses; writing
/// to a terminal that is gone has no effect.
void cn_restore(void);

/// The descriptor that becomes readable after a signal or wake-up.
int cn_signal_descriptor(void);
/// Returns and clears the flags of the signals received since the last call.
unsigned cn_take_signals(void);
/// Makes the signal descriptor readable; may be called from any thread.
void cn_wake(void);

/// Whether the terminal has hung up. Nothing is written from then on.
bool cn_is_hung_up(void);
void cn_set_hung_up(void);
/// Stops the process group like Ctrl+Z, and returns when it is continued.
void cn_stop(void);
/// Forgets a Ctrl+C that was meant for another program.
void cn_forget_interrupt(void);

#endif
