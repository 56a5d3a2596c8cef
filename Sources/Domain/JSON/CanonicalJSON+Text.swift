extension CanonicalJSON {
    /// Returns the string that the bytes encode in canonical JSON.
    ///
    /// Returns `nil` for other JSON, and for the rare strings with control characters that have no
    /// short escape.
    ///
    /// To read many values written by ``encode(_:)``, call this function first, and
    /// ``JSONValue/parse(_:)`` if it returns `nil`.
    package static func text(_ json: UnsafeRawBufferPointer) -> String? {
        let quote = UInt8(ascii: "\"")
        guard json.count >= 2, json.first == quote, json.last == quote else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: json[1..<json.count - 1])
        guard content.contains(where: { $0 == quote || $0 == UInt8(ascii: "\\") }) else {
            return String(decoding: content, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var isEscape = false
        for byte in content {
            if isEscape {
                guard let meaning = meaning(ofEscape: byte) else { return nil }
                bytes.append(meaning)
                isEscape = false
            } else if byte == UInt8(ascii: "\\") {
                isEscape = true
            } else if byte == quote {
                return nil
            } else {
                bytes.append(byte)
            }
        }
        return isEscape ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func meaning(ofEscape byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): 0x0D
        default: nil
        }
    }
}
