#include "CSimdJSON.h"

#include <algorithm>
#include <new>
#include <simdjson.h>
#include <vector>

struct CSimdJSONDocument {
  simdjson::dom::document document;
  std::vector<uint8_t> numerals;
};

// The digits that an integer may have and surely be written as it is read.
static const size_t safeDigits = 15;

static bool isDigit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static bool isInNumber(uint8_t byte) {
  return isDigit(byte) || byte == '.' || byte == 'e' || byte == 'E' || byte == '+' || byte == '-';
}

// Keeps the texts of the numbers that ECMAScript may write differently. The parser's index of tokens finds them faster
// than a scan of the text.
static void keepNumerals(CSimdJSONDocument *holder, const simdjson::dom::parser &parser, const uint8_t *bytes,
                         size_t length) {
  uint64_t *tape = holder->document.tape.get();
  const auto &implementation = *parser.implementation;
  // The tape's index of the next number, and how many numbers of the text come before the one that is looked at.
  size_t index = 1;
  size_t behind = 0;
  for (uint32_t token = 0; token < implementation.n_structural_indexes; token++) {
    const size_t start = implementation.structural_indexes[token];
    if (start >= length || !(bytes[start] == '-' || isDigit(bytes[start]))) {
      continue;
    }
    size_t end = start + 1;
    while (end < length && isDigit(bytes[end])) {
      end++;
    }
    const bool isPlain = (end == length || (bytes[end] != '.' && bytes[end] != 'e' && bytes[end] != 'E')) &&
                         end - start <= safeDigits && !(bytes[start] == '-' && bytes[start + 1] == '0');
    if (isPlain) {
      behind++;
      continue;
    }
    while (end < length && isInNumber(bytes[end])) {
      end++;
    }
    for (;; index++) {
      const auto kind = static_cast<uint8_t>(tape[index] >> 56);
      if (kind != 'l' && kind != 'u' && kind != 'd') {
        continue;
      }
      if (behind == 0) {
        break;
      }
      behind--;
      // The value itself is in a word of its own.
      index++;
    }
    tape[index] |= holder->numerals.size() + 1;
    index += 2;
    const auto count = static_cast<uint32_t>(end - start);
    for (int shift = 0; shift < 32; shift += 8) {
      holder->numerals.push_back(static_cast<uint8_t>(count >> shift));
    }
    holder->numerals.insert(holder->numerals.end(), bytes + start, bytes + end);
  }
}

CSimdJSONDocument *csimdjson_parse(const uint8_t *bytes, size_t length, int *error, const char **message) {
  // A document can't be nested deeper than its length in bytes. Memory for unused depth is reserved but never touched.
  const size_t depth = std::max<size_t>(length, 16);
  simdjson::dom::parser parser;
  auto result = parser.allocate(std::max<size_t>(length, 64), depth);
  auto *holder = new (std::nothrow) CSimdJSONDocument;
  if (holder == nullptr) {
    result = simdjson::MEMALLOC;
  }
  if (!result) {
    result = parser.parse_into_document(holder->document, bytes, length, true).error();
  }
  if (result) {
    delete holder;
    *error = static_cast<int>(result);
    *message = simdjson::error_message(result);
    return nullptr;
  }
  try {
    keepNumerals(holder, parser, bytes, length);
  } catch (const std::bad_alloc &) {
    delete holder;
    *error = static_cast<int>(simdjson::MEMALLOC);
    *message = simdjson::error_message(simdjson::MEMALLOC);
    return nullptr;
  }
  return holder;
}

int csimdjson_is_out_of_memory(int error) { return error == static_cast<int>(simdjson::MEMALLOC) ? 1 : 0; }

const uint64_t *csimdjson_tape(const CSimdJSONDocument *document) { return document->document.tape.get(); }

const uint8_t *csimdjson_strings(const CSimdJSONDocument *document) { return document->document.string_buf.get(); }

const uint8_t *csimdjson_numerals(const CSimdJSONDocument *document) {
  return document->numerals.empty() ? nullptr : document->numerals.data();
}

void csimdjson_free(CSimdJSONDocument *document) { delete document; }
