#include "Csimdjson.h"

#include <memory>
#include <simdjson.h>

namespace {

/// Documents above this size are rare, and their memory is not kept for the next.
constexpr size_t kept_capacity = 1 << 20;

thread_local std::unique_ptr<simdjson::dom::parser> parser;

}  // namespace

int csimdjson_read(const uint8_t *bytes, size_t count, size_t depth, csimdjson_document *document) {
    if (!parser) {
        parser.reset(new (std::nothrow) simdjson::dom::parser());
        if (!parser) return 0;
    }
    if (parser->capacity() < count || parser->max_depth() != depth) {
        const size_t capacity = count > 4096 ? count : 4096;
        if (parser->allocate(capacity, depth) != simdjson::SUCCESS) return 0;
    }
    // The bytes are copied to where the reader may look beyond their end.
    if (parser->parse(bytes, count, true).error() != simdjson::SUCCESS) return 0;
    document->tape = parser->doc.tape.get();
    document->texts = parser->doc.string_buf.get();
    return 1;
}

void csimdjson_forget(void) {
    if (parser && parser->capacity() > kept_capacity) parser.reset();
}
