#include "RenditionFilter.h"

#include <stdbool.h>
#include <string.h>

/// Longer sequences are passed on as they are.
enum { LONGEST_SEQUENCE = 64, LONGEST_COLOR = 24 };
/// The attributes that end, those that begin, and both colours: ESC [ 22;24;27;1;2;4;7; … ; … m.
enum { LONGEST_RENDITION = 20 + 2 * LONGEST_COLOR };
_Static_assert(LONGEST_RENDITION + LONGEST_SEQUENCE <= CN_RENDITION_GROWTH, "a byte can end a sequence");

enum { TEXT, BACKGROUND };
enum { BOLD = 1, DIM = 2, UNDERLINE = 4, REVERSE = 8 };

typedef struct {
  unsigned attributes;
  /// The parameters that set the colours, such as 38;5;16; empty for the terminal's own.
  char colors[2][LONGEST_COLOR];
} Rendition;

/// The rendition that curses has set, and the one that was sent to the terminal.
static Rendition wanted;
static Rendition sent;
/// Whether the terminal shows `sent`.
static bool is_sent_known = true;
/// Whether curses set something that isn't in a `Rendition`. Until the next reset, all sequences are passed on.
static bool is_foreign;
/// Whether curses has ended these without a reset. The terminal then supports the parameter for it; otherwise it may
/// not.
static bool ends_intensity, ends_underline, ends_reverse, ends_color;

/// The character set that was last chosen as the normal one (G0); 0 if it isn't known.
static char character_set;

/// A sequence that has not ended yet.
static char sequence[LONGEST_SEQUENCE];
static size_t sequence_length;
/// Whether the output is in a string, such as a title, and whether its last byte was ESC.
static bool is_string, is_string_escape;

void cn_forget_rendition(void) {
  sequence_length = 0;
  is_string = is_sent_known = false;
  character_set = 0;
  ends_intensity = ends_underline = ends_reverse = ends_color = false;
}

// MARK: - Reading

// Applies a colour with parameters of its own; returns the end of the parameters, or null if it isn't one.
static const char *read_long_color(const char *start, const char *end, int kind) {
  const char *place = start + 2;
  if (place >= end) return NULL;
  if (*place == ':') {
    while (place < end && *place != ';') place++;
  } else {
    int parts = place + 1 < end && place[1] == '5' ? 2 : 4;
    for (int part = 0; part < parts; part++) {
      if (place >= end || *place != ';') return NULL;
      place++;
      while (place < end && *place != ';') place++;
    }
  }
  size_t length = (size_t)(place - start);
  if (length >= LONGEST_COLOR) return NULL;
  memset(wanted.colors[kind], 0, LONGEST_COLOR);
  memcpy(wanted.colors[kind], start, length);
  return place;
}

// Whether a byte is in a list; NUL is in none.
static bool is_one_of(char byte, const char *list) { return byte != '\0' && strchr(list, byte) != NULL; }

// The parameter is one of 30 to 107, without leading zeros.
static void set_color(int kind, const char *start, const char *end) {
  memset(wanted.colors[kind], 0, LONGEST_COLOR);
  memcpy(wanted.colors[kind], start, (size_t)(end - start));
}

// Applies the parameters of a sequence; returns false if one of them isn't in a `Rendition`.
static bool apply(const char *place, const char *end) {
  while (true) {
    // An entry may write a number with any count of zeros before it.
    while (place + 1 < end && *place == '0' && place[1] >= '0' && place[1] <= '9') place++;
    const char *start = place;
    int number = 0;
    while (place < end && *place >= '0' && *place <= '9' && number < 1000) number = number * 10 + *place++ - '0';
    if (number == 38 || number == 48) {
      place = read_long_color(start, end, number == 38 ? TEXT : BACKGROUND);
      if (place == NULL) return false;
    } else if (place < end && *place != ';') {
      return false;
    } else if (number == 0) {
      memset(&wanted, 0, sizeof wanted);
      is_foreign = false;
    } else if (number == 1) {
      wanted.attributes |= BOLD;
    } else if (number == 2) {
      wanted.attributes |= DIM;
    } else if (number == 4) {
      wanted.attributes |= UNDERLINE;
    } else if (number == 7) {
      wanted.attributes |= REVERSE;
    } else if (number == 22) {
      wanted.attributes &= ~(unsigned)(BOLD | DIM);
      ends_intensity = true;
    } else if (number == 24) {
      wanted.attributes &= ~(unsigned)UNDERLINE;
      ends_underline = true;
    } else if (number == 27) {
      wanted.attributes &= ~(unsigned)REVERSE;
      ends_reverse = true;
    } else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) {
      set_color(TEXT, start, place);
    } else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) {
      set_color(BACKGROUND, start, place);
    } else if (number == 39 || number == 49) {
      memset(wanted.colors[number == 39 ? TEXT : BACKGROUND], 0, LONGEST_COLOR);
      ends_color = true;
    } else {
      return false;
    }
    if (place >= end) return true;
    place++;
  }
}

// MARK: - Writing

typedef struct {
  char bytes[LONGEST_RENDITION];
  size_t length;
} Joined;

static void add(Joined *joined, const char *parameter) {
  if (joined->length > 0) joined->bytes[joined->length++] = ';';
  size_t length = strlen(parameter);
  memcpy(joined->bytes + joined->length, parameter, length);
  joined->length += length;
}

static void add_attributes(Joined *joined, unsigned attributes) {
  if (attributes & BOLD) add(joined, "1");
  if (attributes & DIM) add(joined, "2");
  if (attributes & UNDERLINE) add(joined, "4");
  if (attributes & REVERSE) add(joined, "7");
}

// The parameters that set everything, after a reset.
static Joined whole(void) {
  Joined joined = {.length = 0};
  bool is_plain = wanted.attributes == 0 && !wanted.colors[TEXT][0] && !wanted.colors[BACKGROUND][0];
  if (!is_plain) add(&joined, "0");
  add_attributes(&joined, wanted.attributes);
  for (int kind = TEXT; kind <= BACKGROUND; kind++) {
    if (wanted.colors[kind][0]) add(&joined, wanted.colors[kind]);
  }
  return joined;
}

// The parameters that change what was sent; false if only a reset can.
static bool change(Joined *joined) {
  unsigned ended = sent.attributes & ~wanted.attributes;
  unsigned begun = wanted.attributes & ~sent.attributes;
  if (ended & (BOLD | DIM)) {
    if (!ends_intensity) return false;
    add(joined, "22");
    begun |= wanted.attributes & (BOLD | DIM);
  }
  if (ended & UNDERLINE) {
    if (!ends_underline) return false;
    add(joined, "24");
  }
  if (ended & REVERSE) {
    if (!ends_reverse) return false;
    add(joined, "27");
  }
  add_attributes(joined, begun);
  for (int kind = TEXT; kind <= BACKGROUND; kind++) {
    if (strcmp(wanted.colors[kind], sent.colors[kind]) == 0) continue;
    if (!wanted.colors[kind][0] && !ends_color) return false;
    add(joined, wanted.colors[kind][0] ? wanted.colors[kind] : kind == TEXT ? "39" : "49");
  }
  return true;
}

static size_t write_rendition(char *output) {
  if (is_sent_known && memcmp(&wanted, &sent, sizeof wanted) == 0) return 0;
  Joined joined = whole();
  Joined changes = {.length = 0};
  if (is_sent_known && change(&changes) && changes.length < joined.length) joined = changes;
  output[0] = '\033';
  output[1] = '[';
  memcpy(output + 2, joined.bytes, joined.length);
  output[2 + joined.length] = 'm';
  sent = wanted;
  is_sent_known = true;
  return joined.length + 3;
}

static size_t write_sequence(char *output) {
  memcpy(output, sequence, sequence_length);
  return sequence_length;
}

// Whether the sequence depends on the rendition: erasing, inserting and scrolling fill with the background, and REP
// repeats a character.
static bool depends_on_rendition(void) {
  return is_one_of(sequence[sequence_length - 1], "@JKLMPSTXb");
}

static size_t write_control_sequence(char *output) {
  char last = sequence[sequence_length - 1];
  if (last == 'm' && sequence[2] != '>' && sequence[2] != '?') {
    if (!is_foreign) {
      if (apply(sequence + 2, sequence + sequence_length - 1)) return 0;
      // The sequence also sets something else, in addition to the wanted rendition.
      size_t written = write_rendition(output);
      is_foreign = true;
      return written + write_sequence(output + written);
    }
    apply(sequence + 2, sequence + sequence_length - 1);
    is_sent_known = false;
    return is_foreign ? write_sequence(output) : 0;
  }
  size_t written = !is_foreign && depends_on_rendition() ? write_rendition(output) : 0;
  written += write_sequence(output + written);
  // The alternate screen may restore another rendition.
  bool is_cursor_or_frame = strncmp(sequence, "\033[?25", 5) == 0 || strncmp(sequence, "\033[?2026", 7) == 0;
  if ((last == 'h' || last == 'l') && !is_cursor_or_frame) {
    is_sent_known = false;
    character_set = 0;
  }
  return written;
}

// Writes a sequence that isn't a control sequence: two characters, or three that choose a character set.
static size_t write_escape_sequence(char *output) {
  if (is_one_of(sequence[1], "]P_^X")) {
    is_string = true;
    is_string_escape = false;
  } else if (sequence[1] == '(') {
    // Curses chooses it with every reset.
    if (character_set == sequence[2]) return 0;
    character_set = sequence[2];
  } else if (!is_one_of(sequence[1], ")*+")) {
    // It may restore both, as ESC 8 does.
    is_sent_known = false;
    character_set = 0;
  }
  return write_sequence(output);
}

size_t cn_filter_rendition(const char *input, size_t length, char *output) {
  size_t written = 0;
  for (size_t index = 0; index < length; index++) {
    char byte = input[index];
    if (is_string) {
      output[written++] = byte;
      is_string = byte != '\a' && !(is_string_escape && byte == '\\');
      is_string_escape = byte == '\033';
      continue;
    }
    if (sequence_length == 0 && byte != '\033') {
      bool is_text = (unsigned char)byte >= ' ' || byte == '\n';
      if (is_text && !is_foreign) written += write_rendition(output + written);
      output[written++] = byte;
      // The rendition doesn't change within a text.
      while (is_text && index + 1 < length && (unsigned char)input[index + 1] >= ' ') {
        output[written++] = input[++index];
      }
      continue;
    }
    sequence[sequence_length++] = byte;
    if (sequence_length == 1) continue;
    if (sequence[1] == '[') {
      bool is_over = sequence_length > 2 && byte >= 0x40 && byte <= 0x7E;
      if (!is_over && sequence_length < LONGEST_SEQUENCE) continue;
      written += is_over ? write_control_sequence(output + written) : write_sequence(output + written);
    } else {
      bool has_set = is_one_of(sequence[1], "()*+");
      if (has_set && sequence_length < 3) continue;
      written += write_escape_sequence(output + written);
    }
    sequence_length = 0;
  }
  return written;
}
