// ncursesw with its wide-character functions, and panelw.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>
#include <panel.h>
#include <term.h>
