import Csimdjson

/// What simdjson made of a document: its values in order, each a word or two.
///
/// See <https://github.com/simdjson/simdjson/blob/master/doc/tape.md>.
struct JSONTape {
    private let words: UnsafePointer<UInt64>
    private let texts: UnsafePointer<UInt8>

    /// Reads one value; returns `nil` where simdjson does not take it, or takes what ``JSONValue/parse(_:)`` refuses.
    ///
    /// Which fault there is, jansson says better.
    static func value(of bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) -> JSONValue? {
        var document = csimdjson_document()
        guard csimdjson_read(bytes.baseAddress, bytes.count, maximumDepth, &document) != 0,
            let words = document.tape, let texts = document.texts
        else { return nil }
        defer { csimdjson_forget() }
        // The first word is the root's.
        var index = 1
        return JSONTape(words: words, texts: texts).value(at: &index)
    }

    private func value(at index: inout Int) -> JSONValue? {
        let word = words[index]
        index += 1
        switch UInt8(truncatingIfNeeded: word >> 56) {
        case UInt8(ascii: "\""): return .string(text(word))
        case UInt8(ascii: "l"):
            defer { index += 1 }
            return .integer(Int64(bitPattern: words[index]))
        case UInt8(ascii: "d"):
            defer { index += 1 }
            return .real(Double(bitPattern: words[index]))
        case UInt8(ascii: "t"): return .bool(true)
        case UInt8(ascii: "f"): return .bool(false)
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "["): return array(word, &index)
        case UInt8(ascii: "{"): return object(word, &index)
        // Integers above 63 bits.
        default: return nil
        }
    }

    private func array(_ word: UInt64, _ index: inout Int) -> JSONValue? {
        var values: [JSONValue] = []
        values.reserveCapacity(count(word))
        let end = self.end(word)
        while index < end {
            guard let item = value(at: &index) else { return nil }
            values.append(item)
        }
        index = end + 1
        return .array(values)
    }

    private func object(_ word: UInt64, _ index: inout Int) -> JSONValue? {
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(count(word))
        let end = self.end(word)
        while index < end {
            let key = text(words[index])
            // What C reads as the end of a key is refused by jansson.
            guard !key.utf8.contains(0) else { return nil }
            index += 1
            guard let item = value(at: &index) else { return nil }
            members.append((key, item))
        }
        index = end + 1
        return JSONObject(members).map(JSONValue.object)
    }

    /// How many values a list or an object begins with; the tape stops counting at 24 bits.
    private func count(_ word: UInt64) -> Int { Int(word >> 32 & 0xFF_FFFF) }

    /// Where the closing word is.
    private func end(_ word: UInt64) -> Int { Int(word & 0xFFFF_FFFF) - 1 }

    private func text(_ word: UInt64) -> String {
        let start = UnsafeRawPointer(texts + Int(word & 0xFF_FFFF_FFFF_FFFF))
        let count = Int(start.loadUnaligned(as: UInt32.self))
        return String(
            decoding: UnsafeRawBufferPointer(start: start + 4, count: count), as: UTF8.self)
    }
}
