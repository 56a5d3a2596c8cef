// The ICU4C functions that the project uses, declared under stable names.
//
// ICU's own headers cannot be included, because Foundation contains a separate ICU. A Swift module
// that imports both has two definitions of each enumeration, which the compiler rejects. Therefore
// no ICU type appears here. ICU appends its version to symbols (`uloc_open` is `uloc_open_72`); the
// version comes from `uvernum.h`, which contains only macros. All functions are stable API in ICU 68
// and later:
// https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <stdint.h>
#include <unicode/uvernum.h>

#define CICU_TEXT(name) #name
#define CICU_NAME(name) CICU_TEXT(name)
#define CICU_SYMBOL(name) __asm__(CICU_NAME(U_ICU_ENTRY_POINT_RENAME(name)))

/// ICU's `UErrorCode`: 0 and negative values (warnings) mean success.
typedef int32_t ICUStatus;

enum {
    ICU_USING_DEFAULT_WARNING = -127,
    ICU_ILLEGAL_ARGUMENT_ERROR = 1,
    ICU_BUFFER_OVERFLOW_ERROR = 15,
};

// Resource bundles.

struct ICUResourceBundle;

struct ICUResourceBundle *icu_ures_openDirect(
    const char *package, const char *name, ICUStatus *status) CICU_SYMBOL(ures_openDirect);
struct ICUResourceBundle *icu_ures_open(
    const char *package, const char *locale, ICUStatus *status) CICU_SYMBOL(ures_open);
void icu_ures_close(struct ICUResourceBundle *bundle) CICU_SYMBOL(ures_close);
struct ICUResourceBundle *icu_ures_getByKey(
    const struct ICUResourceBundle *bundle, const char *key, struct ICUResourceBundle *fill,
    ICUStatus *status) CICU_SYMBOL(ures_getByKey);
struct ICUResourceBundle *icu_ures_getByIndex(
    const struct ICUResourceBundle *bundle, int32_t index, struct ICUResourceBundle *fill,
    ICUStatus *status) CICU_SYMBOL(ures_getByIndex);
int32_t icu_ures_getSize(const struct ICUResourceBundle *bundle) CICU_SYMBOL(ures_getSize);
const char *icu_ures_getKey(const struct ICUResourceBundle *bundle) CICU_SYMBOL(ures_getKey);
const uint16_t *icu_ures_getStringByIndex(
    const struct ICUResourceBundle *bundle, int32_t index, int32_t *length, ICUStatus *status)
    CICU_SYMBOL(ures_getStringByIndex);
const uint16_t *icu_ures_getStringByKey(
    const struct ICUResourceBundle *bundle, const char *key, int32_t *length, ICUStatus *status)
    CICU_SYMBOL(ures_getStringByKey);

// Locales.

int32_t icu_uloc_forLanguageTag(
    const char *tag, char *buffer, int32_t capacity, int32_t *parsed, ICUStatus *status)
    CICU_SYMBOL(uloc_forLanguageTag);
int32_t icu_uloc_toLanguageTag(
    const char *locale, char *buffer, int32_t capacity, int8_t strict, ICUStatus *status)
    CICU_SYMBOL(uloc_toLanguageTag);
int32_t icu_uloc_addLikelySubtags(
    const char *locale, char *buffer, int32_t capacity, ICUStatus *status)
    CICU_SYMBOL(uloc_addLikelySubtags);
int32_t icu_uloc_minimizeSubtags(
    const char *locale, char *buffer, int32_t capacity, ICUStatus *status)
    CICU_SYMBOL(uloc_minimizeSubtags);
const char *icu_uloc_getISO3Language(const char *locale) CICU_SYMBOL(uloc_getISO3Language);
const char *const *icu_uloc_getISOLanguages(void) CICU_SYMBOL(uloc_getISOLanguages);
int8_t icu_uloc_isRightToLeft(const char *locale) CICU_SYMBOL(uloc_isRightToLeft);
int32_t icu_uloc_countAvailable(void) CICU_SYMBOL(uloc_countAvailable);
const char *icu_uloc_getAvailable(int32_t index) CICU_SYMBOL(uloc_getAvailable);

// Regions, which exist as long as the process.

struct ICURegion;

const struct ICURegion *icu_uregion_getRegionFromCode(const char *code, ICUStatus *status)
    CICU_SYMBOL(uregion_getRegionFromCode);
int8_t icu_uregion_contains(const struct ICURegion *region, const struct ICURegion *other)
    CICU_SYMBOL(uregion_contains);

// Display names. The contexts are `UDisplayContext` values.

enum {
    ICU_STANDARD_NAMES = 0,
    ICU_DIALECT_NAMES = 1,
    ICU_CAPITALIZATION_NONE = 256,
    ICU_CAPITALIZATION_FOR_LIST_OR_MENU = 259,
    ICU_NO_SUBSTITUTE = 769,
};

struct ICUDisplayNames;

// The packages that contain the bundles for names and units. The letter is the byte order of ICU's data.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CICU_DATA "icudt" U_ICU_VERSION_SHORT "l"
#else
#define CICU_DATA "icudt" U_ICU_VERSION_SHORT "b"
#endif
static inline const char *icu_namesPackage(void) { return CICU_DATA "-lang"; }
static inline const char *icu_unitsPackage(void) { return CICU_DATA "-unit"; }

struct ICUDisplayNames *icu_uldn_openForContext(
    const char *locale, const uint32_t *contexts, int32_t count, ICUStatus *status)
    CICU_SYMBOL(uldn_openForContext);
void icu_uldn_close(struct ICUDisplayNames *names) CICU_SYMBOL(uldn_close);
int32_t icu_uldn_localeDisplayName(
    const struct ICUDisplayNames *names, const char *locale, uint16_t *buffer, int32_t capacity,
    ICUStatus *status) CICU_SYMBOL(uldn_localeDisplayName);
int32_t icu_uldn_languageDisplayName(
    const struct ICUDisplayNames *names, const char *language, uint16_t *buffer, int32_t capacity,
    ICUStatus *status) CICU_SYMBOL(uldn_languageDisplayName);
int32_t icu_uldn_scriptDisplayName(
    const struct ICUDisplayNames *names, const char *script, uint16_t *buffer, int32_t capacity,
    ICUStatus *status) CICU_SYMBOL(uldn_scriptDisplayName);

// Plural rules. The kind is a `UPluralType`.

enum { ICU_PLURAL_CARDINAL = 0, ICU_PLURAL_ORDINAL = 1 };

struct ICUPluralRules;
struct ICUEnumeration;
struct ICUNumberFormatter;
struct ICUFormattedNumber;

struct ICUPluralRules *icu_uplrules_openForType(
    const char *locale, uint32_t kind, ICUStatus *status) CICU_SYMBOL(uplrules_openForType);
void icu_uplrules_close(struct ICUPluralRules *rules) CICU_SYMBOL(uplrules_close);
struct ICUEnumeration *icu_uplrules_getKeywords(
    const struct ICUPluralRules *rules, ICUStatus *status) CICU_SYMBOL(uplrules_getKeywords);
int32_t icu_uplrules_selectFormatted(
    const struct ICUPluralRules *rules, const struct ICUFormattedNumber *number, uint16_t *buffer,
    int32_t capacity, ICUStatus *status) CICU_SYMBOL(uplrules_selectFormatted);
const char *icu_uenum_next(
    struct ICUEnumeration *enumeration, int32_t *length, ICUStatus *status)
    CICU_SYMBOL(uenum_next);
void icu_uenum_close(struct ICUEnumeration *enumeration) CICU_SYMBOL(uenum_close);
struct ICUNumberFormatter *icu_unumf_openForSkeletonAndLocale(
    const uint16_t *skeleton, int32_t length, const char *locale, ICUStatus *status)
    CICU_SYMBOL(unumf_openForSkeletonAndLocale);
void icu_unumf_close(struct ICUNumberFormatter *formatter) CICU_SYMBOL(unumf_close);
struct ICUFormattedNumber *icu_unumf_openResult(ICUStatus *status) CICU_SYMBOL(unumf_openResult);
void icu_unumf_closeResult(struct ICUFormattedNumber *result) CICU_SYMBOL(unumf_closeResult);
void icu_unumf_formatInt(
    const struct ICUNumberFormatter *formatter, int64_t number, struct ICUFormattedNumber *result,
    ICUStatus *status) CICU_SYMBOL(unumf_formatInt);
int32_t icu_unumf_resultToString(
    const struct ICUFormattedNumber *result, uint16_t *buffer, int32_t capacity,
    ICUStatus *status) CICU_SYMBOL(unumf_resultToString);
void icu_unumf_formatDecimal(
    const struct ICUNumberFormatter *formatter, const char *decimal, int32_t length,
    struct ICUFormattedNumber *result, ICUStatus *status) CICU_SYMBOL(unumf_formatDecimal);

// Dates. The style of a date format with its own pattern is `UDAT_PATTERN`.

enum { ICU_DATE_PATTERN = -2 };

struct ICUDateFormat;
struct ICUPatternGenerator;

struct ICUPatternGenerator *icu_udatpg_open(const char *locale, ICUStatus *status)
    CICU_SYMBOL(udatpg_open);
void icu_udatpg_close(struct ICUPatternGenerator *generator) CICU_SYMBOL(udatpg_close);
int32_t icu_udatpg_getBestPattern(
    struct ICUPatternGenerator *generator, const uint16_t *skeleton, int32_t length,
    uint16_t *buffer, int32_t capacity, ICUStatus *status) CICU_SYMBOL(udatpg_getBestPattern);
struct ICUDateFormat *icu_udat_open(
    int32_t timeStyle, int32_t dateStyle, const char *locale, const uint16_t *zone,
    int32_t zoneLength, const uint16_t *pattern, int32_t patternLength, ICUStatus *status)
    CICU_SYMBOL(udat_open);
void icu_udat_close(struct ICUDateFormat *format) CICU_SYMBOL(udat_close);
int32_t icu_udat_format(
    const struct ICUDateFormat *format, double milliseconds, uint16_t *buffer, int32_t capacity,
    void *position, ICUStatus *status) CICU_SYMBOL(udat_format);

// Text. The kind is a `UBreakIteratorType`; the end of a text is -1.

enum { ICU_BREAK_WORD = 1, ICU_BREAK_LINE = 2 };

struct ICUBreakIterator;
struct ICUNormalizer;

struct ICUBreakIterator *icu_ubrk_open(
    uint32_t kind, const char *locale, const uint16_t *text, int32_t length, ICUStatus *status)
    CICU_SYMBOL(ubrk_open);
void icu_ubrk_close(struct ICUBreakIterator *iterator) CICU_SYMBOL(ubrk_close);
int32_t icu_ubrk_next(struct ICUBreakIterator *iterator) CICU_SYMBOL(ubrk_next);
const struct ICUNormalizer *icu_unorm2_getNFCInstance(ICUStatus *status)
    CICU_SYMBOL(unorm2_getNFCInstance);
const struct ICUNormalizer *icu_unorm2_getNFDInstance(ICUStatus *status)
    CICU_SYMBOL(unorm2_getNFDInstance);
const struct ICUNormalizer *icu_unorm2_getNFKCCasefoldInstance(ICUStatus *status)
    CICU_SYMBOL(unorm2_getNFKCCasefoldInstance);
int32_t icu_unorm2_normalize(
    const struct ICUNormalizer *normalizer, const uint16_t *source, int32_t length,
    uint16_t *buffer, int32_t capacity, ICUStatus *status) CICU_SYMBOL(unorm2_normalize);

// Regular expressions. The flags are `URegexpFlag` values; times have no exact unit.

enum {
    ICU_REGEX_IGNORES_CASE = 2,
    ICU_REGEX_LITERAL = 16,
    ICU_REGEX_STACK_OVERFLOW = 66321,
    ICU_REGEX_TIME_OUT = 66322,
};

struct ICURegularExpression;
struct ICUParseError {
    int32_t line;
    int32_t offset;
    uint16_t before[16];
    uint16_t after[16];
};

struct ICURegularExpression *icu_uregex_open(
    const uint16_t *pattern, int32_t length, uint32_t flags, struct ICUParseError *error,
    ICUStatus *status) CICU_SYMBOL(uregex_open);
void icu_uregex_close(struct ICURegularExpression *expression) CICU_SYMBOL(uregex_close);
void icu_uregex_setTimeLimit(
    struct ICURegularExpression *expression, int32_t limit, ICUStatus *status)
    CICU_SYMBOL(uregex_setTimeLimit);
void icu_uregex_setText(
    struct ICURegularExpression *expression, const uint16_t *text, int32_t length,
    ICUStatus *status) CICU_SYMBOL(uregex_setText);
int8_t icu_uregex_find(
    struct ICURegularExpression *expression, int32_t start, ICUStatus *status)
    CICU_SYMBOL(uregex_find);
int8_t icu_uregex_findNext(struct ICURegularExpression *expression, ICUStatus *status)
    CICU_SYMBOL(uregex_findNext);
int32_t icu_uregex_groupCount(struct ICURegularExpression *expression, ICUStatus *status)
    CICU_SYMBOL(uregex_groupCount);
int32_t icu_uregex_start(
    struct ICURegularExpression *expression, int32_t group, ICUStatus *status)
    CICU_SYMBOL(uregex_start);
int32_t icu_uregex_end(
    struct ICURegularExpression *expression, int32_t group, ICUStatus *status)
    CICU_SYMBOL(uregex_end);

// Character sets.

struct ICUConverter;
typedef void (*ICUToUnicodeCallback)(
    const void *context, void *arguments, const char *units, int32_t length, int32_t reason,
    ICUStatus *status);

struct ICUConverter *icu_ucnv_open(const char *name, ICUStatus *status) CICU_SYMBOL(ucnv_open);
void icu_ucnv_close(struct ICUConverter *converter) CICU_SYMBOL(ucnv_close);
int32_t icu_ucnv_toUChars(
    struct ICUConverter *converter, uint16_t *buffer, int32_t capacity, const char *source,
    int32_t length, ICUStatus *status) CICU_SYMBOL(ucnv_toUChars);
void icu_ucnv_setToUCallBack(
    struct ICUConverter *converter, ICUToUnicodeCallback action, const void *context,
    ICUToUnicodeCallback *oldAction, const void **oldContext, ICUStatus *status)
    CICU_SYMBOL(ucnv_setToUCallBack);
void icu_ucnv_stop(
    const void *context, void *arguments, const char *units, int32_t length, int32_t reason,
    ICUStatus *status) CICU_SYMBOL(UCNV_TO_U_CALLBACK_STOP);

// Makes a converter report bytes that are not in its character set, instead of inserting U+FFFD.
static inline void icu_ucnv_stopAtFaults(struct ICUConverter *converter, ICUStatus *status) {
    ICUToUnicodeCallback action;
    const void *context;
    icu_ucnv_setToUCallBack(converter, icu_ucnv_stop, 0, &action, &context, status);
}

// Character properties: `UProperty`, and the values of four properties.

enum {
    ICU_PROPERTY_BIDI_CLASS = 0x1000,
    ICU_PROPERTY_EAST_ASIAN_WIDTH = 0x1004,
    ICU_PROPERTY_JOINING_TYPE = 0x1007,
    ICU_PROPERTY_SCRIPT = 0x100A,
    ICU_PROPERTY_HANGUL_SYLLABLE_TYPE = 0x100B,
    ICU_BIDI_RIGHT_TO_LEFT = 1,
    ICU_BIDI_ARABIC_NUMBER = 5,
    ICU_BIDI_ARABIC_LETTER = 13,
    ICU_WIDTH_FULLWIDTH = 3,
    ICU_WIDTH_WIDE = 5,
    ICU_JOINING_DUAL = 2,
    ICU_JOINING_LEFT = 3,
    ICU_JOINING_RIGHT = 4,
    ICU_JOINING_TRANSPARENT = 5,
    ICU_HANGUL_VOWEL_JAMO = 2,
    ICU_HANGUL_TRAILING_JAMO = 3,
};

int32_t icu_u_getIntPropertyValue(int32_t character, uint32_t property)
    CICU_SYMBOL(u_getIntPropertyValue);

int32_t icu_u_getPropertyValueEnum(uint32_t property, const char *alias)
    CICU_SYMBOL(u_getPropertyValueEnum);
const char *icu_uscript_getName(int32_t script) CICU_SYMBOL(uscript_getName);

// Versions: four numbers, of which the library's name uses the first two.

void icu_u_getVersion(uint8_t version[4]) CICU_SYMBOL(u_getVersion);

#endif
