#ifndef CURSES_FACE_H
#define CURSES_FACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A curses WINDOW.
typedef struct _win_st CursesWindow;
/// A curses PANEL: a window with a place in a stack.
typedef struct panel CursesPanel;

enum {
  CN_STARTED = 0,
  CN_UNKNOWN_TERMINAL = 1,
  CN_NO_CURSOR_ADDRESSING = 2,
};

enum {
  CN_BOLD = 1,
  CN_UNDERLINE = 2,
  CN_REVERSE = 4,
  CN_DIM = 8,
};

/// The codes that `cn_read` returns for keys, and the start of those that `cn_define_key` may be given.
enum {
  CN_KEY_DOWN = 0402,
  CN_KEY_UP = 0403,
  CN_KEY_LEFT = 0404,
  CN_KEY_RIGHT = 0405,
  CN_KEY_HOME = 0406,
  CN_KEY_BACKSPACE = 0407,
  CN_KEY_F0 = 0410,
  CN_KEY_DELETE = 0512,
  CN_KEY_INSERT = 0513,
  CN_KEY_SCROLL_DOWN = 0520,
  CN_KEY_SCROLL_UP = 0521,
  CN_KEY_NEXT_PAGE = 0522,
  CN_KEY_PREVIOUS_PAGE = 0523,
  CN_KEY_ENTER = 0527,
  CN_KEY_BACK_TAB = 0541,
  CN_KEY_END = 0550,
  CN_KEY_SHIFT_DELETE = 0577,
  CN_KEY_SHIFT_END = 0602,
  CN_KEY_SHIFT_HOME = 0607,
  CN_KEY_SHIFT_INSERT = 0610,
  CN_KEY_SHIFT_LEFT = 0611,
  CN_KEY_SHIFT_NEXT_PAGE = 0614,
  CN_KEY_SHIFT_PREVIOUS_PAGE = 0616,
  CN_KEY_SHIFT_RIGHT = 0622,
  // Curses keeps codes in 16 bits, and makes up some of its own from 512 on.
  CN_FIRST_OWN_KEY = 0x4000,
};

/// Takes the character type from the locale and nothing else: number formats stay as they are.
void cn_use_locale(void);
/// Whether the locale's characters are UTF-8.
bool cn_is_utf8(void);

/// Starts curses on standard input and output, in raw mode, with keys decoded. Writes nothing unless it succeeds.
int cn_start(int escape_delay);
/// Ends curses: the terminal is as the shell expects it.
void cn_end(void);
/// Comes back after `cn_end`; the next update redraws everything.
void cn_resume(void);
/// Makes the next update redraw everything.
void cn_redraw_all(void);
/// Gives curses the terminal's present size, and reads it.
void cn_fit(int *width, int *height);

int cn_colors(void);
int cn_color_pairs(void);
/// Whether colours are not indices but red, green and blue.
bool cn_has_direct_color(void);
bool cn_define_pair(int pair, int foreground, int background);

/// One byte (below 256) or key code from the input, -1 if there is nothing.
int cn_read(void);
void cn_define_key(const char *sequence, int code);
/// The terminfo name of a key code, NULL if it has none.
const char *cn_key_name(int code);

/// The window that is as large as the screen, below all panels.
CursesWindow *cn_base_window(void);
void cn_erase(CursesWindow *window);
CursesPanel *cn_make_panel(int x, int y, int width, int height);
CursesWindow *cn_panel_window(CursesPanel *panel);
void cn_move_panel(CursesPanel *panel, int x, int y);
void cn_delete_panel(CursesPanel *panel);

/// Puts one glyph of `width` columns. One that the C library measures differently would shift the rest of the row:
/// a stand-in of the same width is put instead.
void cn_put(
    CursesWindow *window, int x, int y, const uint32_t *scalars, int count, int width, unsigned attributes, int pair);
/// Composes the windows for the next `cn_update`.
void cn_compose(void);
/// Writes what has changed. The cursor is at (x, y), or hidden if x is negative.
void cn_update(int x, int y);
void cn_beep(void);

/// Copies a terminfo string with its padding resolved; returns its length, 0 if the terminal hasn't got it.
size_t cn_capability(const char *name, char *buffer, size_t capacity);

#endif
