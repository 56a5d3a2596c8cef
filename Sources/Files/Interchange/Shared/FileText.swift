import Translation
import Languages

/// Checks the size and encoding of text files, and converts byte offsets to lines and columns.
enum FileText {
    /// The maximum size of a file: 64 MiB.
    static let maximumSize = 64 << 20

    /// Returns the bytes as UTF-8 without a byte order mark, and throws for other encodings.
    ///
    /// If `takesUTF16` is true, UTF-16 with a byte order mark is also accepted, for formats whose
    /// tools write it.
    static func utf8(
        _ bytes: [UInt8], takesUTF16: Bool = false
    ) throws(InterchangeError) -> [UInt8] {
        try requireSize(bytes)
        if let isBigEndian = byteOrderOfUTF16(bytes) {
            guard takesUTF16, let text = utf16(bytes.dropFirst(2), isBigEndian: isBigEndian) else {
                throw InterchangeError(
                    takesUTF16 ? "The file is not valid UTF-16." : "The file is UTF-16.",
                    hint: "Save it as UTF-8.", line: 1, column: 1)
            }
            return Array(text.utf8)
        }
        let body = Array(withoutMark(bytes[...]))
        if let offset = firstFault(in: body) {
            let (line, column) = place(of: offset, in: body)
            throw InterchangeError(
                "The file is not UTF-8: byte \(offset) is invalid.",
                hint: "Save it as UTF-8.", line: line, column: column)
        }
        return body
    }

    /// Throws an error if a file is larger than ``maximumSize``.
    static func requireSize(_ bytes: [UInt8]) throws(InterchangeError) {
        guard bytes.count <= maximumSize else {
            throw InterchangeError(
                "The file is larger than \(maximumSize >> 20) MiB.", hint: "Split it.")
        }
    }

    /// Returns the bytes without the UTF-8 byte order mark.
    ///
    /// Cost: constant.
    static func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    }

    /// Returns the index of the first byte that is not valid UTF-8; `nil` if all bytes are valid.
    static func firstFault(in bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var offset = 0
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        return offset
    }

    /// Returns the line and column of a byte, counted from 1; columns are counted in Unicode
    /// scalars.
    static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (
            before.count { $0 == 0x0A } + 1,
            String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
        )
    }

    /// Returns true for a big-endian UTF-16 byte order mark, false for a little-endian mark, and
    /// `nil` if there is no such mark.
    private static func byteOrderOfUTF16(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xFE, 0xFF]) { return true }
        return bytes.starts(with: [0xFF, 0xFE]) ? false : nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(validating: units, as: UTF16.self)
    }
}
