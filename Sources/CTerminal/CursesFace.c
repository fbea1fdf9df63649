#include "CursesFace.h"

#include "TerminalOutput.h"
#include "TerminalSafety.h"
#include "../CNcurses/shim.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// The header has the codes as numbers, so that it doesn't need curses.
_Static_assert(CN_KEY_DOWN == KEY_DOWN, "");
_Static_assert(CN_KEY_UP == KEY_UP, "");
_Static_assert(CN_KEY_LEFT == KEY_LEFT, "");
_Static_assert(CN_KEY_RIGHT == KEY_RIGHT, "");
_Static_assert(CN_KEY_HOME == KEY_HOME, "");
_Static_assert(CN_KEY_BACKSPACE == KEY_BACKSPACE, "");
_Static_assert(CN_KEY_F0 == KEY_F0, "");
_Static_assert(CN_KEY_DELETE == KEY_DC, "");
_Static_assert(CN_KEY_INSERT == KEY_IC, "");
_Static_assert(CN_KEY_SCROLL_DOWN == KEY_SF, "");
_Static_assert(CN_KEY_SCROLL_UP == KEY_SR, "");
_Static_assert(CN_KEY_NEXT_PAGE == KEY_NPAGE, "");
_Static_assert(CN_KEY_PREVIOUS_PAGE == KEY_PPAGE, "");
_Static_assert(CN_KEY_ENTER == KEY_ENTER, "");
_Static_assert(CN_KEY_BACK_TAB == KEY_BTAB, "");
_Static_assert(CN_KEY_END == KEY_END, "");
_Static_assert(CN_KEY_SHIFT_DELETE == KEY_SDC, "");
_Static_assert(CN_KEY_SHIFT_END == KEY_SEND, "");
_Static_assert(CN_KEY_SHIFT_HOME == KEY_SHOME, "");
_Static_assert(CN_KEY_SHIFT_INSERT == KEY_SIC, "");
_Static_assert(CN_KEY_SHIFT_LEFT == KEY_SLEFT, "");
_Static_assert(CN_KEY_SHIFT_NEXT_PAGE == KEY_SNEXT, "");
_Static_assert(CN_KEY_SHIFT_PREVIOUS_PAGE == KEY_SPREVIOUS, "");
_Static_assert(CN_KEY_SHIFT_RIGHT == KEY_SRIGHT, "");

// wgetch refreshes its window, so we read from a pad, which is never shown.
static WINDOW *input_pad;
// -1 until the cursor's visibility has been set.
static int cursor_is_visible = -1;

void cn_use_locale(void) { setlocale(LC_CTYPE, ""); }

bool cn_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

static bool has_capability(const char *name) {
  const char *value = tigetstr(name);
  return value != NULL && value != (char *)-1;
}

// Starts curses with an environment that has another TERMINFO. The environment is replaced rather than changed, and its
// replacement isn't freed, because other threads may be reading it.
static SCREEN *start_with_entry(const char *terminfo) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **changed = malloc((count + 2) * sizeof *changed);
  char *variable = strdup(terminfo);
  if (changed == NULL || variable == NULL) return NULL;
  size_t kept = 0;
  for (size_t index = 0; index < count; index++) {
    if (strncmp(environ[index], "TERMINFO=", 9) != 0) changed[kept++] = environ[index];
  }
  changed[kept++] = variable;
  changed[kept] = NULL;
  char **own = environ;
  environ = changed;
  SCREEN *screen = newterm(NULL, cn_output_file(), stdin);
  environ = own;
  return screen;
}

int cn_start(int escape_delay, const char *terminfo) {
  // newterm accepts a terminal without cursor addressing, and writes to it before we could check.
  int found = 0;
  if (setupterm(NULL, STDOUT_FILENO, &found) != OK) return CN_UNKNOWN_TERMINAL;
  if (!has_capability("cup")) return CN_NO_CURSOR_ADDRESSING;
  // setupterm has determined the size. Curses and this program keep several copies of all cells.
  if (COLS > CN_LARGEST_SIDE || LINES > CN_LARGEST_SIDE) return CN_TOO_LARGE;
  bool is_started = terminfo != NULL && start_with_entry(terminfo) != NULL;
  if (!is_started && newterm(NULL, cn_output_file(), stdin) == NULL) return CN_UNKNOWN_TERMINAL;
  if (getenv("ESCDELAY") == NULL) set_escdelay(escape_delay);
  raw();
  noecho();
  nonl();
  cn_set_in_use();
  // Curses has read the terminal's size, speed and modes, and written nothing yet.
  cn_divert_output();
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  // Let the terminal scroll views by lines.
  idlok(stdscr, TRUE);
  input_pad = newpad(1, 1);
  keypad(input_pad, TRUE);
  nodelay(input_pad, TRUE);
  // Create the first panel now: this makes panelw use stdscr as the lowest one.
  cn_delete_panel(cn_make_panel(0, 0, 1, 1));
  // Some terminfo entries list control characters as keys (the Linux console has Ctrl+Z as "suspend"). Undefine them,
  // except for real keys: backspace where it is one, tab, enter, escape.
  for (char control = 1; control < 32; control++) {
    bool is_key = control == 9 || control == 13 || control == 27 || (control == 8 && cn_erases_with_control_h());
    if (!is_key) define_key((char[]){control, 0}, 0);
  }
  cursor_is_visible = -1;
  return CN_STARTED;
}

void cn_end(void) {
  curs_set(1);
  cursor_is_visible = -1;
  endwin();
  cn_leave();
}

void cn_resume(void) {
  cn_reenter_raw_mode();
  // The first update after endwin switches to the alternate screen and redraws it.
  clearok(curscr, TRUE);
}

void cn_redraw_all(void) { clearok(curscr, TRUE); }

void cn_redraw_rows(int y, int count) { wredrawln(stdscr, y, count); }

void cn_fit(int *width, int *height) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    int wide = size.ws_col < CN_LARGEST_SIDE ? size.ws_col : CN_LARGEST_SIDE;
    int high = size.ws_row < CN_LARGEST_SIDE ? size.ws_row : CN_LARGEST_SIDE;
    if (wide != COLS || high != LINES) {
      resize_term(high, wide);
      clearok(curscr, TRUE);
    }
  }
  *width = COLS;
  *height = LINES;
}

int cn_colors(void) { return has_colors() ? COLORS : 0; }

int cn_color_pairs(void) { return COLOR_PAIRS; }

bool cn_has_direct_color(void) { return COLORS > 256; }

bool cn_define_pair(int pair, int foreground, int background) {
  return init_extended_pair(pair, foreground, background) == OK;
}

int cn_read(void) { return wgetch(input_pad); }

void cn_define_key(const char *sequence, int code) { define_key(sequence, code); }

const char *cn_key_name(int code) { return keyname(code); }

CursesWindow *cn_base_window(void) { return stdscr; }

void cn_erase(CursesWindow *window) { werase(window); }

CursesPanel *cn_make_panel(int x, int y, int width, int height) {
  WINDOW *window = newwin(height, width, y, x);
  if (window == NULL) return NULL;
  PANEL *panel = new_panel(window);
  if (panel == NULL) delwin(window);
  return panel;
}

CursesWindow *cn_panel_window(CursesPanel *panel) { return panel_window(panel); }

void cn_move_panel(CursesPanel *panel, int x, int y) { move_panel(panel, y, x); }

void cn_delete_panel(CursesPanel *panel) {
  WINDOW *window = panel_window(panel);
  del_panel(panel);
  delwin(window);
}

static attr_t curses_attributes(unsigned attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CN_BOLD) result |= A_BOLD;
  if (attributes & CN_UNDERLINE) result |= A_UNDERLINE;
  if (attributes & CN_REVERSE) result |= A_REVERSE;
  if (attributes & CN_DIM) result |= A_DIM;
  return result;
}

static void put_text(WINDOW *window, int x, int y, const wchar_t *text, attr_t attributes, int pair) {
  cchar_t cell;
  // The short pair is ignored when the last argument points to an int.
  if (setcchar(&cell, text, attributes, 0, &pair) == OK) mvwadd_wchnstr(window, y, x, &cell, 1);
}

void cn_put(
    CursesWindow *window, int x, int y, const uint32_t *scalars, int count, int width, unsigned attributes, int pair) {
  attr_t drawn = curses_attributes(attributes);
  if (count > 0 && wcwidth((wchar_t)scalars[0]) == width) {
    wchar_t text[CCHARW_MAX + 1];
    int length = 0;
    text[length++] = (wchar_t)scalars[0];
    for (int index = 1; index < count && length < CCHARW_MAX; index++) {
      if (wcwidth((wchar_t)scalars[index]) == 0) text[length++] = (wchar_t)scalars[index];
    }
    text[length] = L'\0';
    put_text(window, x, y, text, drawn, pair);
    return;
  }
  put_text(window, x, y, wcwidth(0xFFFD) == 1 ? L"\xFFFD" : L"?", drawn, pair);
  if (width == 2) put_text(window, x + 1, y, L" ", drawn, pair);
}

void cn_compose(void) { update_panels(); }

void cn_update(int x, int y) {
  int is_visible = x >= 0;
  if (is_visible) {
    setsyx(y, x);
  } else {
    setsyx(-1, -1);
  }
  if (!is_visible && cursor_is_visible != 0) curs_set(0);
  doupdate();
  // Show the cursor last, so that it doesn't flicker while the changes are drawn.
  if (is_visible && cursor_is_visible != 1) curs_set(1);
  cursor_is_visible = is_visible;
}

void cn_beep(void) { beep(); }

static char *collected;
static size_t collected_length;
static size_t collected_capacity;

static int collect(int byte) {
  if (collected_length < collected_capacity) collected[collected_length++] = (char)byte;
  return byte;
}

size_t cn_capability(const char *name, char *buffer, size_t capacity) {
  if (!has_capability(name)) return 0;
  collected = buffer;
  collected_length = 0;
  collected_capacity = capacity;
  tputs(tigetstr(name), 1, collect);
  return collected_length;
}
