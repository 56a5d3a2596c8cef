#ifndef DRAGOMAN_CICUCHECKS_H
#define DRAGOMAN_CICUCHECKS_H

// ICU functions for the checks that are missing from ICU's C interface, or that the `Languages`
// module does not need. No ICU type appears here; the header of `CICU` explains the reason.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a message from ICU's `MessagePattern`: its `UMessagePatternPartType`, its position in
/// UTF-16 units, and its value. At the beginning of an argument, the value is a
/// `UMessagePatternArgType`.
typedef struct {
    int32_t type;
    int32_t start;
    int32_t length;
    int32_t value;
} cicuchecks_part;

enum {
    CICUCHECKS_MESSAGE_START = 0,
    CICUCHECKS_MESSAGE_LIMIT = 1,
    CICUCHECKS_SKIPPED = 2,
    CICUCHECKS_HASH = 4,
    CICUCHECKS_ARGUMENT_START = 5,
    CICUCHECKS_ARGUMENT_LIMIT = 6,
    CICUCHECKS_ARGUMENT_NUMBER = 7,
    CICUCHECKS_ARGUMENT_NAME = 8,
    CICUCHECKS_ARGUMENT_TYPE = 9,
    CICUCHECKS_ARGUMENT_SELECTOR = 11,
    CICUCHECKS_NUMBER = 12,
    CICUCHECKS_NONE = 0,
    CICUCHECKS_SIMPLE = 1,
    CICUCHECKS_CHOICE = 2,
    CICUCHECKS_PLURAL = 3,
    CICUCHECKS_SELECT = 4,
    CICUCHECKS_SELECTORDINAL = 5,
};

/// An error in a message.
typedef enum {
    /// The message is well-formed.
    CICUCHECKS_FINE = 0,
    /// The syntax is invalid.
    CICUCHECKS_SYNTAX = 1,
    /// The braces do not match.
    CICUCHECKS_BRACES = 2,
    /// A plural or select lacks `other`.
    CICUCHECKS_NO_OTHER = 3,
    /// The message is too long, or nested too deeply.
    CICUCHECKS_LIMIT = 4,
} cicuchecks_fault;

/// Parses a message and writes at most `capacity` of its parts. Returns the number of parts.
///
/// If the message is malformed, sets `fault` to the reason, and `offset` to its position in UTF-16
/// units.
int32_t cicuchecks_parse(
    const uint16_t *text, int32_t length, cicuchecks_part *parts, int32_t capacity,
    cicuchecks_fault *fault, int32_t *offset);

/// Returns the script of a character.
int32_t cicuchecks_script(uint32_t character);
/// Returns the script with the given four-letter code, or -1 if Unicode does not define it.
int32_t cicuchecks_script_of(const char *code);
/// Returns the English name of a script.
const char *cicuchecks_script_name(int32_t script);
/// Returns whether a character ends a sentence.
int cicuchecks_ends_sentence(uint32_t character);
/// Returns whether a character belongs to a script whose words can be found only with a dictionary.
int cicuchecks_needs_dictionary(uint32_t character);
/// Writes the skeleton of a character, which is the same for all look-alikes. Returns its length.
int32_t cicuchecks_skeleton(uint32_t character, uint16_t *buffer, int32_t capacity);
/// Writes the characters that CLDR lists as a language's punctuation, and returns their number.
int32_t cicuchecks_punctuation(const char *locale, uint32_t *buffer, int32_t capacity);
/// Spells out a number in a language, in UTF-16. Returns the length, or 0 if ICU has no rules.
int32_t cicuchecks_spell(
    const char *locale, int64_t number, uint16_t *buffer, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
