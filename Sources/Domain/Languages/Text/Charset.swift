import CICU

/// Character sets other than UTF-8, which some old files use.
public enum Charset {
    /// The reason that bytes could not be decoded.
    public enum Fault: Error, Sendable {
        /// ICU does not know the character set.
        case unknownName
        /// The bytes are not valid in the character set.
        case malformed
    }

    /// Decodes bytes in the named character set, such as `ISO-8859-1` or `Shift_JIS`.
    ///
    /// ICU knows IANA's names and their aliases. Invalid bytes are an error and are never replaced.
    public static func decode(_ bytes: [UInt8], as name: String) throws(Fault) -> String {
        guard !name.isEmpty, name.utf8.count <= 60, !name.utf8.contains(0),
            let converter = ICUHandle<ConverterObject>({ icu_ucnv_open(name, &$0) })
        else { throw .unknownName }
        let pointer = converter.pointer
        var status: ICUStatus = 0
        icu_ucnv_stopAtFaults(pointer, &status)
        guard status.isSuccess, let count = Int32(exactly: bytes.count) else { throw .malformed }
        let text = bytes.withUnsafeBytes { source in
            // In nearly all character sets, a byte yields at most one UTF-16 unit.
            ICUBuffer.readText(capacity: bytes.count + 1) {
                icu_ucnv_toUChars(
                    pointer, $0, $1, source.bindMemory(to: CChar.self).baseAddress, count, &$2)
            }
        }
        guard let text else { throw .malformed }
        return text
    }
}
