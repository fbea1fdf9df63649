#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Output that never waits for the terminal. Curses blocks until everything is written, which may be forever with a lost
// connection or a frozen tmux. So we let it write to a file in memory, and forward its content as the terminal takes
// it.

/// Opens the terminal and the file in memory. Returns false if there are no free descriptors.
bool cn_output_begin(void);
void cn_output_end(void);
/// The file that curses writes to. It is the terminal itself while curses starts and reads the terminal's size and
/// modes; `cn_divert_output` then redirects it to the file in memory.
FILE *cn_output_file(void);
void cn_divert_output(void);

/// Writes bytes to the terminal, after the output of curses.
void cn_write(const char *bytes, size_t length);
/// Sends what the terminal takes now; nothing after a hangup. Returns false if more must be sent later.
bool cn_send(void);
/// Whether unsent output remains; may be called in signal handlers.
bool cn_has_unsent(void);
/// The descriptor to poll for writability when output remains.
int cn_output_descriptor(void);
/// Sends the rest as long as the terminal takes it. Returns false if it stops.
bool cn_finish_sending(void);
/// Sends these bytes as the last output. If the terminal is behind, discards the unsent output. Never waits; may be
/// called in signal handlers.
void cn_send_instead(const char *bytes, size_t length);

#endif
