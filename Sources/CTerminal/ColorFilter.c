#include "ColorFilter.h"

#include <stdbool.h>
#include <string.h>

/// A sequence that has not ended yet.
static char sequence[CN_LONGEST_SEQUENCE];
static size_t sequence_length;

enum { TEXT, BACKGROUND };
/// The sequences that set the current colours; empty if they aren't known.
static char current[2][CN_LONGEST_SEQUENCE];
static size_t current_length[2];

static void forget_current(void) { current_length[TEXT] = current_length[BACKGROUND] = 0; }

void cn_forget_colors(void) {
  sequence_length = 0;
  forget_current();
}

static bool begins_with(const char *prefix) {
  size_t length = strlen(prefix);
  return sequence_length > length && memcmp(sequence, prefix, length) == 0;
}

// The colour that the sequence sets; -1 for any other sequence. Curses sets one colour in a sequence.
static int kind_of_color(void) {
  if (begins_with("\033[38;") || begins_with("\033[38:")) return TEXT;
  if (begins_with("\033[48;") || begins_with("\033[48:")) return BACKGROUND;
  // \033[30m to 37 and 90 to 97, 40 to 47, 100 to 107
  char last = sequence[sequence_length - 2];
  if (last < '0' || last > '7') return -1;
  if (sequence_length == 5 && (begins_with("\033[3") || begins_with("\033[9"))) return TEXT;
  if (sequence_length == 5 && begins_with("\033[4")) return BACKGROUND;
  return sequence_length == 6 && begins_with("\033[10") ? BACKGROUND : -1;
}

// Whether a sequence has to be sent.
static bool is_needed(void) {
  char last = sequence[sequence_length - 1];
  if (last == 'h' || last == 'l') forget_current();
  if (last != 'm') return true;
  int kind = kind_of_color();
  if (kind < 0) {
    forget_current();
    return true;
  }
  if (current_length[kind] == sequence_length && memcmp(current[kind], sequence, sequence_length) == 0) return false;
  memcpy(current[kind], sequence, sequence_length);
  current_length[kind] = sequence_length;
  return true;
}

size_t cn_filter_colors(const char *input, size_t length, char *output) {
  size_t written = 0;
  for (size_t index = 0; index < length; index++) {
    char byte = input[index];
    if (sequence_length == 0 && byte != '\033') {
      output[written++] = byte;
      continue;
    }
    sequence[sequence_length++] = byte;
    if (sequence_length == 1) continue;
    bool is_control = sequence[1] == '[';
    bool is_over = sequence_length > 2 && byte >= 0x40 && byte <= 0x7E;
    if (is_control && !is_over && sequence_length < sizeof sequence) continue;
    bool is_sent = true;
    if (is_control && is_over) {
      is_sent = is_needed();
    } else {
      // Other sequences may restore colours, such as \0338.
      if (byte != '(') forget_current();
    }
    if (is_sent) {
      memcpy(output + written, sequence, sequence_length);
      written += sequence_length;
    }
    sequence_length = 0;
  }
  return written;
}
