#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed JSON document: simdjson's tape and its string buffer, which live as long as the handle.
typedef struct CSimdJSONDocument CSimdJSONDocument;

/// Parses `length` bytes. On success returns a document; on failure returns NULL and stores simdjson's
/// error number and its description, a static string.
CSimdJSONDocument *_Nullable csimdjson_parse(const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull error,
                                             const char *_Nullable *_Nonnull message);

/// The tape: one 64-bit word an entry, the entry's type in the top byte.
const uint64_t *_Nonnull csimdjson_tape(const CSimdJSONDocument *_Nonnull document);

/// The strings the tape refers to: a 32-bit length, the bytes, a zero.
const uint8_t *_Nonnull csimdjson_strings(const CSimdJSONDocument *_Nonnull document);

void csimdjson_free(CSimdJSONDocument *_Nonnull document);

#ifdef __cplusplus
}
#endif

#endif
