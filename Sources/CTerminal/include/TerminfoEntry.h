#ifndef TERMINFO_ENTRY_H
#define TERMINFO_ENTRY_H

#include <stddef.h>

/// Reads the compiled terminfo entry of a terminal from the folders where curses looks for it (terminfo(5)). Returns its
/// length; 0 if it isn't in a file or is too long.
size_t cn_read_terminfo_entry(const char *terminal, unsigned char *buffer, size_t capacity);

#endif
