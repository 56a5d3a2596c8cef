#include "Cicuchecks.h"

#include <unicode/messagepattern.h>
#include <unicode/uchar.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/unum.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>

static_assert(UMSGPAT_PART_TYPE_ARG_SELECTOR == CICUCHECKS_ARGUMENT_SELECTOR, "parts");
static_assert(UMSGPAT_PART_TYPE_SKIP_SYNTAX == CICUCHECKS_SKIPPED, "parts");
static_assert(UMSGPAT_PART_TYPE_REPLACE_NUMBER == CICUCHECKS_HASH, "parts");
static_assert(UMSGPAT_PART_TYPE_ARG_INT == CICUCHECKS_NUMBER, "parts");
static_assert(UMSGPAT_PART_TYPE_ARG_START == CICUCHECKS_ARGUMENT_START, "parts");
static_assert(UMSGPAT_PART_TYPE_ARG_NAME == CICUCHECKS_ARGUMENT_NAME, "parts");
static_assert(UMSGPAT_ARG_TYPE_SELECTORDINAL == CICUCHECKS_SELECTORDINAL, "arguments");

int32_t cicuchecks_parse(
    const uint16_t *text, int32_t length, cicuchecks_part *parts, int32_t capacity,
    cicuchecks_fault *fault, int32_t *offset) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError error;
    icu::MessagePattern pattern(UMSGPAT_APOS_DOUBLE_OPTIONAL, status);
    pattern.parse(
        icu::UnicodeString(false, reinterpret_cast<const char16_t *>(text), length), &error,
        status);
    if (U_FAILURE(status)) {
        *offset = error.offset;
        switch (status) {
        case U_UNMATCHED_BRACES: *fault = CICUCHECKS_BRACES; break;
        case U_DEFAULT_KEYWORD_MISSING: *fault = CICUCHECKS_NO_OTHER; break;
        case U_INDEX_OUTOFBOUNDS_ERROR: *fault = CICUCHECKS_LIMIT; break;
        default: *fault = CICUCHECKS_SYNTAX;
        }
        return 0;
    }
    *fault = CICUCHECKS_FINE;
    const int32_t count = pattern.countParts();
    for (int32_t i = 0; i < count && i < capacity; i++) {
        const icu::MessagePattern::Part &part = pattern.getPart(i);
        parts[i].type = part.getType();
        parts[i].start = part.getIndex();
        parts[i].length = part.getLength();
        parts[i].value =
            part.getType() == UMSGPAT_PART_TYPE_ARG_START ? part.getArgType() : part.getValue();
    }
    return count;
}

int32_t cicuchecks_script(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(character), &status);
    return U_SUCCESS(status) ? script : USCRIPT_UNKNOWN;
}

int32_t cicuchecks_script_of(const char *code) {
    return u_getPropertyValueEnum(UCHAR_SCRIPT, code);
}

const char *cicuchecks_script_name(int32_t script) {
    const char *name = uscript_getName(static_cast<UScriptCode>(script));
    return name ? name : "";
}

int cicuchecks_ends_sentence(uint32_t character) {
    // The Khmer signs have the property only since Unicode 16.
    return character == 0x17D4 || character == 0x17D5 ||
           u_hasBinaryProperty(static_cast<UChar32>(character), UCHAR_S_TERM);
}

int cicuchecks_needs_dictionary(uint32_t character) {
    return u_getIntPropertyValue(static_cast<UChar32>(character), UCHAR_LINE_BREAK) ==
           U_LB_COMPLEX_CONTEXT;
}

int32_t cicuchecks_skeleton(uint32_t character, uint16_t *buffer, int32_t capacity) {
    // A checker is immutable after its creation, so all threads share a single checker.
    static USpoofChecker *const checker = [] {
        UErrorCode status = U_ZERO_ERROR;
        USpoofChecker *made = uspoof_open(&status);
        return U_SUCCESS(status) ? made : nullptr;
    }();
    if (!checker) return 0;
    char16_t text[2];
    int32_t length = 0;
    U16_APPEND_UNSAFE(text, length, character);
    UErrorCode status = U_ZERO_ERROR;
    const int32_t needed = uspoof_getSkeleton(
        checker, 0, text, length, reinterpret_cast<char16_t *>(buffer), capacity, &status);
    return U_SUCCESS(status) && needed <= capacity ? needed : 0;
}

int32_t cicuchecks_spell(
    const char *locale, int64_t number, uint16_t *buffer, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *format = unum_open(UNUM_SPELLOUT, nullptr, 0, locale, nullptr, &status);
    if (U_FAILURE(status)) return 0;
    const int32_t length = unum_formatInt64(
        format, number, reinterpret_cast<UChar *>(buffer), capacity, nullptr, &status);
    unum_close(format);
    return U_FAILURE(status) || length > capacity ? 0 : length;
}

int32_t cicuchecks_punctuation(const char *locale, uint32_t *buffer, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    ULocaleData *data = ulocdata_open(locale, &status);
    // For a locale without its own data, ICU returns the root locale's data, which is not specific
    // to the language.
    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING) {
        ulocdata_close(data);
        return 0;
    }
    USet *set = ulocdata_getExemplarSet(data, nullptr, 0, ULOCDATA_ES_PUNCTUATION, &status);
    ulocdata_close(data);
    int32_t count = 0;
    if (U_SUCCESS(status)) {
        const int32_t items = uset_getItemCount(set);
        for (int32_t item = 0; item < items; item++) {
            UChar32 start, end;
            UErrorCode ignored = U_ZERO_ERROR;
            // Items that are strings have no range.
            if (uset_getItem(set, item, &start, &end, nullptr, 0, &ignored) != 0) continue;
            for (UChar32 c = start; c <= end; c++) {
                if (count < capacity) buffer[count] = static_cast<uint32_t>(c);
                count++;
            }
        }
    }
    uset_close(set);
    return count;
}
