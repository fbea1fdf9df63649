#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed JSON document: owns simdjson's tape and string buffer.
typedef struct CSimdJSONDocument CSimdJSONDocument;

/// Parses `length` bytes. On success returns a document, to be freed with csimdjson_free. On failure returns NULL, and
/// stores simdjson's error code and its message, a static string.
CSimdJSONDocument *_Nullable csimdjson_parse(const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull error,
                                             const char *_Nullable *_Nonnull message);

/// Returns 1 if an error code says that there is not enough memory, otherwise 0.
int csimdjson_is_out_of_memory(int error);

/// The tape: 64-bit words, with an entry's type in the top byte of its first word.
const uint64_t *_Nonnull csimdjson_tape(const CSimdJSONDocument *_Nonnull document);

/// The string buffer that the tape refers to: for each string a 32-bit length, the bytes and a zero byte.
const uint8_t *_Nonnull csimdjson_strings(const CSimdJSONDocument *_Nonnull document);

/// The texts of numbers that ECMAScript may write differently, in the form of the string buffer; NULL if there are none.
/// The payload of such a number's entry on the tape is the text's offset plus 1; that of any other number is 0.
const uint8_t *_Nullable csimdjson_numerals(const CSimdJSONDocument *_Nonnull document);

void csimdjson_free(CSimdJSONDocument *_Nonnull document);

#ifdef __cplusplus
}
#endif

#endif
