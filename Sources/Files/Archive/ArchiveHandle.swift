import Carchive

/// The functions that create and free a libarchive type.
protocol LibarchiveObject {
    @unsafe static func make() -> OpaquePointer?
    @unsafe static func free(_ pointer: OpaquePointer)
}

/// A libarchive pointer that is freed together with its single owner.
@safe
struct ArchiveHandle<Object: LibarchiveObject>: ~Copyable {
    @unsafe let pointer: OpaquePointer

    init() throws(ArchiveError) {
        guard let pointer = unsafe Object.make() else {
            throw ArchiveError(.system, "there is not enough memory")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe Object.free(pointer) }

    /// Creates an error from the library's last message.
    @unsafe static func failure(
        _ pointer: OpaquePointer, _ code: ArchiveError.Code
    ) -> ArchiveError {
        let message = unsafe archive_error_string(pointer)
        return ArchiveError(
            code, unsafe message.map { unsafe String(cString: $0) } ?? "libarchive gives no reason"
        )
    }
}

enum WritingArchive: LibarchiveObject {
    static func make() -> OpaquePointer? { unsafe archive_write_new() }
    static func free(_ pointer: OpaquePointer) { unsafe archive_write_free(pointer) }
}

enum ReadingArchive: LibarchiveObject {
    static func make() -> OpaquePointer? { unsafe archive_read_new() }
    static func free(_ pointer: OpaquePointer) { unsafe archive_read_free(pointer) }
}

enum EntryObject: LibarchiveObject {
    static func make() -> OpaquePointer? { unsafe archive_entry_new() }
    static func free(_ pointer: OpaquePointer) { unsafe archive_entry_free(pointer) }
}

/// Ensures that names in archives are UTF-8, regardless of the environment.
enum UTF8Names {
    /// Runs `body` with a UTF-8 locale that applies only to this thread.
    static func inForce<Result>(
        _ body: () throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        guard let locale = unsafe carchive_utf8_locale() else {
            throw ArchiveError(.system, "this system has no locale C.UTF-8")
        }
        let before = unsafe uselocale(locale)
        defer {
            _ = unsafe uselocale(before)
            unsafe freelocale(locale)
        }
        return try body()
    }
}
