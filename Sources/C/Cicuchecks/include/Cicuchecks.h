#ifndef DRAGOMAN_CICUCHECKS_H
#define DRAGOMAN_CICUCHECKS_H

// Functions of ICU for the checks that its C interface lacks, or that the module `Languages` does
// not need. No type of ICU appears here; the header of `CICU` gives the reason.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a message as ICU's `MessagePattern` reads it: `UMessagePatternPartType`, where it stands in UTF-16
/// units, and its value, which for the beginning of an argument is a `UMessagePatternArgType`.
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
    /// It is well formed.
    CICUCHECKS_FINE = 0,
    /// Its syntax is wrong.
    CICUCHECKS_SYNTAX = 1,
    /// Its braces do not match.
    CICUCHECKS_BRACES = 2,
    /// A plural or select has no `other`.
    CICUCHECKS_NO_OTHER = 3,
    /// It is too long, or nested too deep.
    CICUCHECKS_LIMIT = 4,
} cicuchecks_fault;

/// Reads a message, and writes at most `capacity` of its parts; returns how many there are.
///
/// Of a message that is not well formed `fault` says why, and `offset` where in UTF-16 units.
int32_t cicuchecks_parse(
    const uint16_t *text, int32_t length, cicuchecks_part *parts, int32_t capacity,
    cicuchecks_fault *fault, int32_t *offset);

/// Returns the script of a character.
int32_t cicuchecks_script(uint32_t character);
/// Returns the script of a four-letter code; -1 for one that Unicode does not know.
int32_t cicuchecks_script_of(const char *code);
/// Returns the English name of a script.
const char *cicuchecks_script_name(int32_t script);
/// Returns whether a character ends sentences.
int cicuchecks_ends_sentence(uint32_t character);
/// Returns whether a character is of a script whose words are found with a dictionary only.
int cicuchecks_needs_dictionary(uint32_t character);
/// Writes the prototype of a character, which is the same for characters that look alike; returns its length.
int32_t cicuchecks_skeleton(uint32_t character, uint16_t *buffer, int32_t capacity);
/// Writes the characters that CLDR lists as the punctuation of a language; returns how many there are.
int32_t cicuchecks_punctuation(const char *locale, uint32_t *buffer, int32_t capacity);
/// Writes a number in words of a language, in UTF-16; returns the length, and 0 where ICU has no rules.
int32_t cicuchecks_spell(
    const char *locale, int64_t number, uint16_t *buffer, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
