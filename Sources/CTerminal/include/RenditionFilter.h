#ifndef RENDITION_FILTER_H
#define RENDITION_FILTER_H

#include <stddef.h>

/// The maximum number of bytes that the filter makes of one byte of input.
enum { CN_RENDITION_GROWTH = 136 };

/// Joins the sequences that set colours and attributes (SGR of ECMA-48): they are sent as one sequence, and only before
/// output that depends on them. Curses sets text colour, background and each attribute with a sequence of its own, and
/// often sets again what is already set, including the character set. Sequences may be split between two calls.
/// - output: has room for `CN_RENDITION_GROWTH` times `length`.
/// Returns the length of the output.
size_t cn_filter_rendition(const char *input, size_t length, char *output);

/// Forgets what was sent, because the terminal may not have taken all of it.
void cn_forget_rendition(void);

#endif
