import CICU

/// Character sets other than UTF-8, which old files are in.
public enum Charset {
    /// The reason that bytes are not valid in a character set.
    public enum Fault: Error, Sendable {
        /// Nobody knows the character set.
        case unknownName
        /// The bytes are not of it.
        case malformed
    }

    /// Returns the text of bytes in a character set by its name, such as `ISO-8859-1` or `Shift_JIS`.
    ///
    /// ICU knows the names of IANA and their aliases. Nothing is replaced: bytes that are not of the set are refused.
    public static func decode(_ bytes: [UInt8], as name: String) throws(Fault) -> String {
        guard !name.isEmpty, name.utf8.count <= 60, !name.utf8.contains(0),
            let converter = ICUHandle<ConverterObject>({ icu_ucnv_open(name, &$0) })
        else { throw .unknownName }
        let pointer = converter.pointer
        var status: ICUStatus = 0
        icu_ucnv_stopAtFaults(pointer, &status)
        guard status.isSuccess, let count = Int32(exactly: bytes.count) else { throw .malformed }
        let text = bytes.withUnsafeBytes { source in
            // A byte is a unit of UTF-16 at least in nearly all sets.
            ICUBuffer.readText(capacity: bytes.count + 1) {
                icu_ucnv_toUChars(
                    pointer, $0, $1, source.bindMemory(to: CChar.self).baseAddress, count, &$2)
            }
        }
        guard let text else { throw .malformed }
        return text
    }
}
