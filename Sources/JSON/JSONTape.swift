import Csimdjson
import Glibc

/// What simdjson made of a document: its values in order, each a word or two.
///
/// See <https://github.com/simdjson/simdjson/blob/master/doc/tape.md>.
struct JSONTape {
    private let words: UnsafePointer<UInt64>
    private let texts: UnsafePointer<UInt8>
    /// Where the document's value is; the first word is the root's.
    static let start = 1

    /// Lends the tape of one value to `body`, unless simdjson does not take it, or takes what ``JSONValue/parse(_:)`` refuses.
    ///
    /// Which fault there is, jansson says better. The tape is there until `body` ends, in which nothing else may be read.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, _ body: (JSONTape) -> Void
    ) {
        var document = csimdjson_document()
        guard csimdjson_read(bytes.baseAddress, bytes.count, maximumDepth, &document) != 0,
            let words = document.tape, let texts = document.texts
        else { return }
        defer { csimdjson_forget() }
        let tape = JSONTape(words: words, texts: texts)
        var index = start
        if tape.isStrict(at: &index) { body(tape) }
    }

    /// What a word begins.
    enum Kind {
        case text
        case integer
        /// An integer above 63 bits.
        case largeInteger
        case real
        case yes
        case no
        case null
        case array
        case object

        fileprivate init(_ word: UInt64) {
            self =
                switch UInt8(truncatingIfNeeded: word >> 56) {
                case UInt8(ascii: "\""): .text
                case UInt8(ascii: "l"): .integer
                case UInt8(ascii: "u"): .largeInteger
                case UInt8(ascii: "d"): .real
                case UInt8(ascii: "t"): .yes
                case UInt8(ascii: "f"): .no
                case UInt8(ascii: "["): .array
                case UInt8(ascii: "{"): .object
                default: .null
                }
        }
    }

    /// What the value at a word is.
    func kind(at index: Int) -> Kind { Kind(words[index]) }

    /// The word behind a value.
    func next(after index: Int) -> Int {
        switch kind(at: index) {
        case .array, .object: end(index) + 1
        case .integer, .largeInteger, .real: index + 2
        case .text, .yes, .no, .null: index + 1
        }
    }

    /// The text of a word that is one.
    func text(at index: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(bytes(at: index)), as: UTF8.self)
    }

    /// The number of a word that is an integer's.
    func integer(at index: Int) -> Int64 { Int64(bitPattern: words[index + 1]) }

    /// Where the value of a member is, or `nil` where an object has none of that name.
    func member(_ key: String, ofObjectAt index: Int) -> Int? {
        var key = key
        return key.withUTF8 { self.index(ofKey: $0, before: end(index), ofObjectAt: index) }
            .map { $0 + 1 }
    }

    /// Makes the value at a word.
    func value(at index: Int) -> JSONValue {
        switch kind(at: index) {
        case .text: .string(text(at: index))
        case .integer: .integer(integer(at: index))
        case .real: .real(Double(bitPattern: words[index + 1]))
        case .yes: .bool(true)
        case .no: .bool(false)
        case .array: .array(array(at: index))
        case .object: .object(object(at: index))
        case .null, .largeInteger: .null
        }
    }

    private func array(at index: Int) -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(count(index))
        let end = end(index)
        var index = index + 1
        while index < end {
            values.append(value(at: index))
            index = next(after: index)
        }
        return values
    }

    /// Makes the members of the object at a word.
    func object(at index: Int) -> JSONObject {
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(count(index))
        let end = end(index)
        var index = index + 1
        while index < end {
            members.append((text(at: index), value(at: index + 1)))
            index = next(after: index + 1)
        }
        return JSONObject(uniqueMembers: members)
    }

    /// How many values a list or an object begins with; the tape stops counting at 24 bits.
    private func count(_ index: Int) -> Int { Int(words[index] >> 32 & 0xFF_FFFF) }

    /// Where the closing word is.
    private func end(_ index: Int) -> Int { Int(words[index] & 0xFFFF_FFFF) - 1 }

    /// The UTF-8 of a word that is a text's.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = texts + Int(words[index] & 0xFF_FFFF_FFFF_FFFF)
        let count = Int(UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
        return UnsafeBufferPointer(start: start + 4, count: count)
    }

    private static func areSame(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard a.count == b.count else { return false }
        guard let start = a.baseAddress, let other = b.baseAddress else { return true }
        return memcmp(start, other, a.count) == 0
    }
}

extension JSONTape {
    /// Whether no key of the value stands twice or has a NUL in it, and no integer has more than 63 bits; goes on behind it.
    private func isStrict(at index: inout Int) -> Bool {
        let start = index
        let kind = kind(at: start)
        guard kind == .array || kind == .object else {
            index = next(after: start)
            return kind != .largeInteger
        }
        guard kind == .array || hasProperKeys(at: start) else { return false }
        let end = end(start)
        index += 1
        while index < end {
            if kind == .object { index += 1 }
            guard isStrict(at: &index) else { return false }
        }
        index = end + 1
        return true
    }

    /// Whether the keys of an object differ and none has a NUL, which C reads as the end and jansson refuses.
    private func hasProperKeys(at object: Int) -> Bool {
        let end = end(object)
        // Few keys are compared faster than hashed.
        let isSmall = count(object) <= 16
        var seen: Set<Key> = []
        var index = object + 1
        while index < end {
            let key = bytes(at: index)
            guard !key.contains(0) else { return false }
            let isNew =
                isSmall
                ? self.index(ofKey: key, before: index, ofObjectAt: object) == nil
                : seen.insert(Key(bytes: key)).inserted
            guard isNew else { return false }
            index = next(after: index + 1)
        }
        return true
    }

    private func index(
        ofKey key: UnsafeBufferPointer<UInt8>, before end: Int, ofObjectAt object: Int
    ) -> Int? {
        var index = object + 1
        while index < end {
            if Self.areSame(bytes(at: index), key) { return index }
            index = next(after: index + 1)
        }
        return nil
    }

    /// A key, to be hashed by its bytes.
    private struct Key: Hashable {
        let bytes: UnsafeBufferPointer<UInt8>

        static func == (a: Key, b: Key) -> Bool { JSONTape.areSame(a.bytes, b.bytes) }

        func hash(into hasher: inout Hasher) {
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
