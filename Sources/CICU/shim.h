// ICU renames its symbols by macros (`uloc_open` is `uloc_open_72`), and Swift can't see
// function-like or renaming macros: each function that is used gets an inline of a stable name.
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/utypes.h>
#include <unicode/uversion.h>

// Resource bundles.

static inline UResourceBundle *icu_ures_openDirect(const char *name, UErrorCode *status) {
    return ures_openDirect(NULL, name, status);
}

// Opens a locale's bundle of display names; `*status` tells whether its own data were found.
static inline UResourceBundle *icu_ures_openNames(const char *locale, UErrorCode *status) {
    return ures_open(U_ICUDATA_NAME "-lang", locale, status);
}

static inline void icu_ures_close(UResourceBundle *bundle) { ures_close(bundle); }

static inline UResourceBundle *icu_ures_getByKey(
    const UResourceBundle *bundle, const char *key, UErrorCode *status) {
    return ures_getByKey(bundle, key, NULL, status);
}

static inline UResourceBundle *icu_ures_getByIndex(
    const UResourceBundle *bundle, int32_t index, UErrorCode *status) {
    return ures_getByIndex(bundle, index, NULL, status);
}

static inline int32_t icu_ures_getSize(const UResourceBundle *bundle) {
    return ures_getSize(bundle);
}

static inline const char *icu_ures_getKey(const UResourceBundle *bundle) {
    return ures_getKey(bundle);
}

static inline const UChar *icu_ures_getStringByIndex(
    const UResourceBundle *bundle, int32_t index, int32_t *length, UErrorCode *status) {
    return ures_getStringByIndex(bundle, index, length, status);
}

static inline const UChar *icu_ures_getStringByKey(
    const UResourceBundle *bundle, const char *key, int32_t *length, UErrorCode *status) {
    return ures_getStringByKey(bundle, key, length, status);
}

// Locales.

static inline int32_t icu_uloc_forLanguageTag(
    const char *tag, char *buffer, int32_t capacity, int32_t *parsed, UErrorCode *status) {
    return uloc_forLanguageTag(tag, buffer, capacity, parsed, status);
}

static inline int32_t icu_uloc_toLanguageTag(
    const char *locale, char *buffer, int32_t capacity, UErrorCode *status) {
    return uloc_toLanguageTag(locale, buffer, capacity, 0, status);
}

static inline int32_t icu_uloc_addLikelySubtags(
    const char *locale, char *buffer, int32_t capacity, UErrorCode *status) {
    return uloc_addLikelySubtags(locale, buffer, capacity, status);
}

static inline const char *icu_uloc_getISO3Language(const char *locale) {
    return uloc_getISO3Language(locale);
}

static inline const char *const *icu_uloc_getISOLanguages(void) { return uloc_getISOLanguages(); }

static inline UBool icu_uloc_isRightToLeft(const char *locale) {
    return uloc_isRightToLeft(locale);
}

static inline int32_t icu_uloc_countAvailable(void) { return uloc_countAvailable(); }

static inline const char *icu_uloc_getAvailable(int32_t index) { return uloc_getAvailable(index); }

// Display names.

static inline ULocaleDisplayNames *icu_uldn_openForList(const char *locale, UErrorCode *status) {
    UDisplayContext contexts[] = {
        UDISPCTX_STANDARD_NAMES,
        UDISPCTX_CAPITALIZATION_FOR_UI_LIST_OR_MENU,
        UDISPCTX_NO_SUBSTITUTE,
    };
    return uldn_openForContext(locale, contexts, 3, status);
}

static inline void icu_uldn_close(ULocaleDisplayNames *names) { uldn_close(names); }

static inline int32_t icu_uldn_localeDisplayName(
    const ULocaleDisplayNames *names, const char *locale, UChar *buffer, int32_t capacity,
    UErrorCode *status) {
    return uldn_localeDisplayName(names, locale, buffer, capacity, status);
}

// Plural rules.

static inline UPluralRules *icu_uplrules_open(
    const char *locale, UBool ordinal, UErrorCode *status) {
    return uplrules_openForType(
        locale, ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, status);
}

static inline void icu_uplrules_close(UPluralRules *rules) { uplrules_close(rules); }

static inline UEnumeration *icu_uplrules_getKeywords(
    const UPluralRules *rules, UErrorCode *status) {
    return uplrules_getKeywords(rules, status);
}

static inline int32_t icu_uplrules_selectFormatted(
    const UPluralRules *rules, const UFormattedNumber *number, UChar *buffer, int32_t capacity,
    UErrorCode *status) {
    return uplrules_selectFormatted(rules, number, buffer, capacity, status);
}

static inline const char *icu_uenum_next(
    UEnumeration *enumeration, int32_t *length, UErrorCode *status) {
    return uenum_next(enumeration, length, status);
}

static inline void icu_uenum_close(UEnumeration *enumeration) { uenum_close(enumeration); }

static inline UNumberFormatter *icu_unumf_open(
    const UChar *skeleton, int32_t length, const char *locale, UErrorCode *status) {
    return unumf_openForSkeletonAndLocale(skeleton, length, locale, status);
}

static inline void icu_unumf_close(UNumberFormatter *formatter) { unumf_close(formatter); }

static inline UFormattedNumber *icu_unumf_openResult(UErrorCode *status) {
    return unumf_openResult(status);
}

static inline void icu_unumf_closeResult(UFormattedNumber *result) { unumf_closeResult(result); }

static inline void icu_unumf_formatDecimal(
    const UNumberFormatter *formatter, const char *decimal, int32_t length,
    UFormattedNumber *result, UErrorCode *status) {
    unumf_formatDecimal(formatter, decimal, length, result, status);
}

// Text.

static inline UBreakIterator *icu_ubrk_openWord(
    const char *locale, const UChar *text, int32_t length, UErrorCode *status) {
    return ubrk_open(UBRK_WORD, locale, text, length, status);
}

static inline void icu_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }

// The next boundary, or -1 (`UBRK_DONE`) after the last one.
static inline int32_t icu_ubrk_next(UBreakIterator *iterator) { return ubrk_next(iterator); }

static inline const UNormalizer2 *icu_unorm2_getNFCInstance(UErrorCode *status) {
    return unorm2_getNFCInstance(status);
}

static inline int32_t icu_unorm2_normalize(
    const UNormalizer2 *normalizer, const UChar *source, int32_t length, UChar *buffer,
    int32_t capacity, UErrorCode *status) {
    return unorm2_normalize(normalizer, source, length, buffer, capacity, status);
}

// Whether a terminal gives the character two columns: East Asian Width Wide or Fullwidth.
static inline UBool icu_isWide(UChar32 character) {
    int32_t width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

// Whether the character is a Hangul vowel or final that is drawn inside the block before it.
static inline UBool icu_isConjoiningJamo(UChar32 character) {
    int32_t type = u_getIntPropertyValue(character, UCHAR_HANGUL_SYLLABLE_TYPE);
    return type == U_HST_VOWEL_JAMO || type == U_HST_TRAILING_JAMO;
}

// Joining_Type as the letter of the Unicode data files: U, C, D, L, R or T.
static inline char icu_joiningType(UChar32 character) {
    switch (u_getIntPropertyValue(character, UCHAR_JOINING_TYPE)) {
    case U_JT_JOIN_CAUSING: return 'C';
    case U_JT_DUAL_JOINING: return 'D';
    case U_JT_LEFT_JOINING: return 'L';
    case U_JT_RIGHT_JOINING: return 'R';
    case U_JT_TRANSPARENT: return 'T';
    default: return 'U';
    }
}

// The version of the library that is linked, such as "72.1".
static inline void icu_version(char buffer[U_MAX_VERSION_STRING_LENGTH]) {
    UVersionInfo version;
    u_getVersion(version);
    u_versionToString(version, buffer);
}

#endif
