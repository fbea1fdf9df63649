#ifndef CNCURSES_H
#define CNCURSES_H
#include <ncurses.h>
#include <panel.h>
#endif
