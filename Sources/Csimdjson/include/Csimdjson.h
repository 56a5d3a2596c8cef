#ifndef DRAGOMAN_CSIMDJSON_H
#define DRAGOMAN_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What simdjson read: its tape and the texts that the tape points to.
///
/// <https://github.com/simdjson/simdjson/blob/master/doc/tape.md> says how a tape is read.
typedef struct {
    const uint64_t *tape;
    const uint8_t *texts;
} csimdjson_document;

/// Reads one JSON value, at most `depth` levels deep; returns 0 where simdjson does not take the bytes.
///
/// The document stays until the next call on the same thread.
int csimdjson_read(const uint8_t *bytes, size_t count, size_t depth, csimdjson_document *document);

/// Gives memory back that a large document took on this thread.
void csimdjson_forget(void);

#ifdef __cplusplus
}
#endif
#endif
