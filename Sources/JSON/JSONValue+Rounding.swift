extension JSONValue {
    /// Reads one JSON value as ``parse(_:)-([UInt8])`` does, and rounds numbers that do not fit instead of refusing them.
    ///
    /// An integer of more than 64 bits becomes the nearest double, and what is beyond all doubles the last one of its sign.
    /// For documents of which the numbers that nobody asks for may be anything. Cost: that of parsing, and where a number does
    /// not fit, the bytes copied and read again.
    public static func parseRounding(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
        do {
            return try parse(bytes)
        } catch {
            guard error.kind == .largeNumber else { throw error }
            return try parse(LargeNumbers.rounded(in: bytes)[...])
        }
    }
}

/// Numbers of a JSON document that neither 64 bits nor a double can hold.
private enum LargeNumbers {
    /// Returns the document with each of them rounded; what is no number in JSON's grammar stays as it is.
    static func rounded(in bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInText = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            var end = index + 1
            if isInText {
                if byte == UInt8(ascii: "\\"), end < bytes.endIndex { end += 1 }
                isInText = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if isOfNumber(byte) {
                end = bytes[index...].firstIndex { !isOfNumber($0) } ?? bytes.endIndex
                if let number = rounded(bytes[index..<end]) {
                    result += number
                    index = end
                    continue
                }
            }
            result += bytes[index..<end]
            index = end
        }
        return result
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The number in a spelling that fits; `nil` for one that fits, and for what is no number.
    private static func rounded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        let isInteger = !bytes.contains { ".eE".utf8.contains($0) }
        guard isNumber(bytes), !isInteger || Int64(text) == nil, let number = Double(text),
            isInteger || number.isInfinite
        else { return nil }
        let last = number < 0 ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude
        return Array("\(number.isInfinite ? last : number)".utf8)
    }

    /// Whether bytes are a number by JSON's grammar, which has no leading zeros and no lone points.
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func takeDigits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        func take(_ characters: String) -> Bool {
            guard let next = rest.first, characters.utf8.contains(next) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("-")
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let digits = takeDigits()
        guard digits == 1 || digits > 1 && !startsWithZero else { return false }
        if take("."), takeDigits() == 0 { return false }
        if take("eE") {
            _ = take("+-")
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}
