#ifndef CTERMINAL_H
#define CTERMINAL_H

// Our C layer above ncursesw and panelw. It hides curses' own header from Swift: the globals would be imported as
// shared mutable state, and macros, variadic and wide-character functions not at all.

#include "CursesFace.h"
#include "RenditionFilter.h"
#include "TerminalOutput.h"
#include "TerminalSafety.h"
#include "TerminfoEntry.h"

#endif
