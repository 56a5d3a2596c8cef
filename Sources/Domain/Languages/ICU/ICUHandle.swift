import CICU

/// The way to free one kind of ICU object.
protocol ICUObject {
    /// Frees the object, which must not be used after.
    static func close(_ pointer: OpaquePointer)
}

/// Owns one ICU object and frees it exactly once.
///
/// Handles are made, used and dropped inside one function: ICU objects may be used by one thread
/// at a time, and nothing here is shared.
struct ICUHandle<Object: ICUObject>: ~Copyable {
    let pointer: OpaquePointer

    /// Calls `open` with a clear status, and takes what it made; nil if ICU reports a failure.
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
    /// Whether the call did its work; ICU's warnings are negative and count as success.
    var isSuccess: Bool { self <= 0 }
}

enum BreakIteratorObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ubrk_close(pointer) }
}

enum ConverterObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ucnv_close(pointer) }
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

enum PluralRulesObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_uplrules_close(pointer) }
}

enum ResourceBundleObject: ICUObject {
    static func close(_ pointer: OpaquePointer) { icu_ures_close(pointer) }
}
