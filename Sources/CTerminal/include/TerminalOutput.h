#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Output that never waits for the terminal. Curses writes until all is written, and would wait for ever for a terminal
// that takes nothing: a lost connection, a frozen tmux. So it writes to a file in memory, and what is there goes to the
// terminal as that takes it.

/// Opens the terminal and the file in memory. False if there are no descriptors to be had.
bool cn_output_begin(void);
void cn_output_end(void);
/// What curses writes to: the terminal itself, whose size and modes curses reads as it starts, until it is diverted to the
/// file in memory.
FILE *cn_output_file(void);
void cn_divert_output(void);

/// Writes bytes for the terminal, behind those of curses.
void cn_write(const char *bytes, size_t length);
/// Sends what the terminal takes now, nothing after a hangup. False if there is more to be sent later.
bool cn_send(void);
/// Whether something is left to be sent; may be called in signal handlers.
bool cn_has_unsent(void);
/// The descriptor to poll until more can be sent.
int cn_output_descriptor(void);
/// Sends the rest, as long as the terminal goes on taking it. False if it stopped.
bool cn_finish_sending(void);
/// Sends only these bytes, and drops what was to come before them if the terminal is behind: the last thing to be done.
/// Never waits; may be called in signal handlers.
void cn_send_instead(const char *bytes, size_t length);

#endif
