#ifndef COLOR_FILTER_H
#define COLOR_FILTER_H

#include <stddef.h>

/// The longest sequence that is kept between two calls of `cn_filter_colors`.
enum { CN_LONGEST_SEQUENCE = 64 };

/// Drops the sequences that set a colour that is set already: curses sets text and background whenever one of them
/// changes. Output may hold `CN_LONGEST_SEQUENCE` bytes more than the input, as the end of the last input may have been
/// the beginning of a sequence. Returns the length of the output.
size_t cn_filter_colors(const char *input, size_t length, char *output);

/// Forgets what was sent, because the terminal may not have taken all of it.
void cn_forget_colors(void);

#endif
