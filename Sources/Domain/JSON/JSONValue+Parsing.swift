extension JSONValue {
    /// The maximum nesting of arrays and objects, which is safe on any stack.
    public static let maximumDepth = 512

    /// Reads one JSON value.
    ///
    /// Strict: UTF-8 without a byte order mark, no key twice in an object, no lone surrogates, integers
    /// within 64 bits, nothing after the value, at most ``maximumDepth`` levels. `\u0000` is let
    /// through in texts, but not in keys. Cost: the bytes, read once.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(bytes[...])
    }

    /// Reads one JSON value from a part of some bytes; see ``parse(_:)-([UInt8])``.
    public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer) { $0.value(at: 0) }
        }
    }

    /// Reads one JSON value that comes from outside as ``parse(_:)-([UInt8])`` does, and passes over a byte order mark.
    ///
    /// Editors on Windows write the mark, and RFC 8259 lets readers pass over it.
    public static func parseMarked(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try parse(bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...])
    }

    /// The byte order mark of UTF-8.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads one JSON value as ``parse(_:)-([UInt8])`` does, and rounds numbers that do not fit instead of refusing them.
    ///
    /// An integer of more than 64 bits becomes the nearest double, and what is beyond all doubles the last one of its sign.
    /// For documents of which the numbers that nobody asks for may be anything.
    public static func parseRounding(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONReader.read(buffer, roundsNumbers: true) { $0.value(at: 0) }
        }
    }
}
