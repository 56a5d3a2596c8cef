import CICU

/// A kind of ICU object, with the function that frees it.
protocol ICUObject {
    /// Frees the object.
    ///
    /// The object must not be used afterwards.
    static func close(_ pointer: OpaquePointer)
}

/// Owns one ICU object and frees it exactly once.
///
/// Handles are created, used and dropped within one function. Only one thread at a time may use an
/// ICU object, and no object is shared here.
struct ICUHandle<Object: ICUObject>: ~Copyable {
    let pointer: OpaquePointer

    /// Calls `open` with a clear status and takes ownership of the result.
    ///
    /// Returns nil if ICU reports a failure.
    init?(_ open: (inout ICUStatus) -> OpaquePointer?) {
        var status: ICUStatus = 0
        guard let pointer = open(&status) else { return nil }
        guard status.isSuccess else {
            Object.close(pointer)
            return nil
        }
        self.pointer = pointer
    }

    deinit { Object.close(pointer) }
}

extension ICUStatus {
    /// True if the call succeeded.
    ///
    /// ICU's warnings are negative and count as success.
    var isSuccess: Bool { self <= 0 }
}

enum BreakIteratorObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ubrk_close(pointer) }
}

enum ConverterObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ucnv_close(pointer) }
}

enum DateFormatObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_udat_close(pointer) }
}

enum DisplayNamesObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_uldn_close(pointer) }
}

enum EnumerationObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_uenum_close(pointer) }
}

enum FormattedNumberObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_unumf_closeResult(pointer) }
}

enum NumberFormatterObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_unumf_close(pointer) }
}

enum PatternGeneratorObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_udatpg_close(pointer) }
}

enum PluralRulesObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_uplrules_close(pointer) }
}

enum RegularExpressionObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_uregex_close(pointer) }
}

enum ResourceBundleObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ures_close(pointer) }
}
