#ifndef DRAGOMAN_CJANSSON_SHIM_H
#define DRAGOMAN_CJANSSON_SHIM_H

#include <jansson.h>

// Macros and bit fields that Swift does not see.

static inline int cjansson_type(const json_t *value) { return (int)json_typeof(value); }

static inline void cjansson_release(json_t *value) { json_decref(value); }

/// Strict reading: unique keys, any value at the top, NUL allowed in texts.
static inline json_t *cjansson_read(const char *bytes, size_t count, json_error_t *error) {
    return json_loadb(bytes, count, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, error);
}

static inline int cjansson_error_code(const json_error_t *error) { return (int)json_error_code(error); }
static inline const char *cjansson_error_text(const json_error_t *error) { return error->text; }

#endif
