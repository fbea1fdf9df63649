#include "CSimdJSON.h"

#include <algorithm>
#include <new>
#include <simdjson.h>

struct CSimdJSONDocument {
  simdjson::dom::document document;
};

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
  return holder;
}

const uint64_t *csimdjson_tape(const CSimdJSONDocument *document) { return document->document.tape.get(); }

const uint8_t *csimdjson_strings(const CSimdJSONDocument *document) { return document->document.string_buf.get(); }

void csimdjson_free(CSimdJSONDocument *document) { delete document; }
