#ifndef RENDITION_FILTER_H
#define RENDITION_FILTER_H

#include <stddef.h>

/// The most bytes that one byte of input can become.
enum { CN_RENDITION_GROWTH = 136 };

/// Joins the sequences that set colours and attributes (SGR of ECMA-48): they are sent as one sequence, and only before
/// something that they change. Curses sets text, background and each attribute with a sequence of its own, and sets
/// again what is set already, the character set too. Sequences may be cut between two calls.
/// - output: has room for `CN_RENDITION_GROWTH` times `length`.
/// Returns the length of the output.
size_t cn_filter_rendition(const char *input, size_t length, char *output);

/// Forgets what was sent, because the terminal may not have taken all of it.
void cn_forget_rendition(void);

#endif
