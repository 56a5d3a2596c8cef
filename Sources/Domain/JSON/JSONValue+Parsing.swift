extension JSONValue {
    /// The maximum nesting depth of arrays and objects, which is safe on any stack.
    public static let maximumDepth = 512

    /// Parses one JSON value.
    ///
    /// The parser is strict: UTF-8 without a byte order mark, unique keys in an object, no lone
    /// surrogates, integers within 64 bits, nothing after the value, and at most ``maximumDepth``
    /// levels. `\u0000` is accepted in strings, but not in keys. Cost: one pass over the bytes.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(bytes[...])
    }

    /// Parses one JSON value from a slice of bytes; see ``parse(_:)-([UInt8])``.
    public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer) { $0.value(at: 0) }
        }
    }

    /// Parses one JSON value like ``parse(_:)-([UInt8])``, but ignores a byte order mark.
    ///
    /// Use this function for files that other programs write. Windows editors write the mark, and
    /// RFC 8259 allows parsers to ignore it.
    public static func parseMarked(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...])
    }

    /// The UTF-8 byte order mark.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Parses one JSON value like ``parse(_:)-([UInt8])``, but rounds numbers that are out of
    /// range.
    ///
    /// An integer of more than 64 bits becomes the nearest double. A number beyond the range of
    /// doubles becomes the largest double with the same sign. Use this function for documents whose
    /// numbers are not needed.
    public static func parseRounding(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer, roundsNumbers: true) { $0.value(at: 0) }
        }
    }
}
