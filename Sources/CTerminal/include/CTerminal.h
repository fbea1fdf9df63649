#ifndef CTERMINAL_H
#define CTERMINAL_H

// Our C above ncursesw and panelw. Curses' own header is not shown to Swift: its globals are shared mutable
// state there, and its macros, variadics and wide-character functions don't come through.

#include "CursesFace.h"
#include "TerminalSafety.h"

#endif
