#ifndef CURSES_FACE_H
#define CURSES_FACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A curses WINDOW.
typedef struct _win_st CursesWindow;
/// A curses PANEL: a window in a stack of windows.
typedef struct panel CursesPanel;

enum {
  CN_STARTED = 0,
  CN_UNKNOWN_TERMINAL = 1,
  CN_NO_CURSOR_ADDRESSING = 2,
  CN_TOO_LARGE = 3,
};

/// The maximum number of columns, and of rows, of a terminal.
enum { CN_LARGEST_SIDE = 1000 };

enum {
  CN_BOLD = 1,
  CN_UNDERLINE = 2,
  CN_REVERSE = 4,
  CN_DIM = 8,
};

/// The key codes that `cn_read` returns, and the first code for `cn_define_key`.
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
  // Curses stores codes in 16 bits, and assigns some of its own from 512 on.
  CN_FIRST_CUSTOM_KEY = 0x4000,
};

/// Sets the locale's character type only; number formats stay unchanged.
void cn_use_locale(void);
/// Whether the locale's encoding is UTF-8.
bool cn_is_utf8(void);

/// Starts curses on standard input and the output file, in raw mode, with key decoding. Writes nothing unless it
/// succeeds.
/// - terminfo: an environment variable `TERMINFO=…` for curses alone; NULL for the terminal's own entry, which is also
///   used if curses can't read this one.
int cn_start(int escape_delay, const char *terminfo);
/// Ends curses and restores the terminal for the shell. Waits for a slow terminal, but not for one that takes nothing.
void cn_end(void);
/// Resumes after `cn_end`; the next update redraws everything.
void cn_resume(void);
/// Makes the next update redraw everything.
void cn_redraw_all(void);
/// Makes the next update write whole rows, whether they have changed or not.
void cn_redraw_rows(int y, int count);
/// Updates curses to the terminal's current size, or the part of it that is used, and returns it.
void cn_fit(int *width, int *height);

int cn_colors(void);
int cn_color_pairs(void);
/// Whether colours are RGB values instead of indices.
bool cn_has_direct_color(void);
bool cn_define_pair(int pair, int foreground, int background);

/// Returns one byte (below 256) or key code of input; -1 if there is none.
int cn_read(void);
void cn_define_key(const char *sequence, int code);
/// The terminfo name of a key code; NULL if it has none.
const char *cn_key_name(int code);

/// The standard window below all panels, as large as the screen.
CursesWindow *cn_base_window(void);
void cn_erase(CursesWindow *window);
CursesPanel *cn_make_panel(int x, int y, int width, int height);
CursesWindow *cn_panel_window(CursesPanel *panel);
void cn_move_panel(CursesPanel *panel, int x, int y);
void cn_delete_panel(CursesPanel *panel);

/// Draws one glyph of `width` columns. If the C library disagrees about the width, which would shift the rest of the
/// row, draws a replacement of that width.
void cn_put(
    CursesWindow *window, int x, int y, const uint32_t *scalars, int count, int width, unsigned attributes, int pair);
/// Composes the windows for the next `cn_update`.
void cn_compose(void);
/// Writes the changes. The cursor is at (x, y), or hidden if x is negative.
void cn_update(int x, int y);
void cn_beep(void);

/// Copies a terminfo string with its padding resolved, and returns its length; 0 if the terminal doesn't have it.
size_t cn_capability(const char *name, char *buffer, size_t capacity);

#endif
