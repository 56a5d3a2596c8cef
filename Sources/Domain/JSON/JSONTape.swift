/// The values of a document parsed by ``JSONReader``, in written order, with each key before its
/// value.
///
/// The tape points into the document's bytes and is valid only while it is lent.
struct JSONTape {
    private let entries: UnsafeBufferPointer<Entry>

    init(_ entries: UnsafeBufferPointer<Entry>) { self.entries = entries }

    /// The kind of an entry.
    enum Kind: UInt8 {
        case null, no, yes, integer, real, text, array, object
    }

    /// A value.
    ///
    /// For an array or object, the entries of its contents follow.
    struct Entry {
        /// The kind, combined with a count: a string's bytes, an array's items, or an object's
        /// members.
        private let head: UInt64
        /// A number, a string's address, or the index after the last entry of an array or object.
        fileprivate let content: UInt64

        init(_ kind: Kind, count: Int = 0, _ content: UInt64 = 0) {
            head = UInt64(count) << 8 | UInt64(kind.rawValue)
            self.content = content
        }

        init(text: UnsafePointer<UInt8>, count: Int) {
            self.init(.text, count: count, UInt64(UInt(bitPattern: text)))
        }

        init(integer: Int64) { self.init(.integer, UInt64(bitPattern: integer)) }

        init(real: Double) { self.init(.real, real.bitPattern) }

        var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .null }

        var count: Int { Int(head >> 8) }

        /// The UTF-8 bytes of a string.
        var text: UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(
                start: UnsafePointer(bitPattern: UInt(content)), count: count)
        }

        /// Returns whether two strings have the same bytes.
        func isSameText(as other: Entry) -> Bool {
            head == other.head && JSONBytes.areSame(text, other.text)
        }

        /// Returns the index of the entry after the value at `index`.
        func next(after index: Int) -> Int {
            switch kind {
            case .array, .object: Int(content)
            default: index + 1
            }
        }
    }

    /// Returns the kind of the value at an entry.
    func kind(at index: Int) -> Kind { entries[index].kind }

    /// Returns the string at an entry, which must be a string.
    func text(at index: Int) -> String {
        String(decoding: entries[index].text, as: UTF8.self)
    }

    /// Returns the UTF-8 bytes of an entry, which must be a string.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> { entries[index].text }

    /// Returns the number at an entry, which must be an integer.
    func integer(at index: Int) -> Int64 { Int64(bitPattern: entries[index].content) }

    /// Returns the index of a member's value, or `nil` if the object has no such member.
    func member(_ key: String, ofObjectAt index: Int) -> Int? {
        var key = key
        return key.withUTF8 { key in
            let end = entries[index].next(after: index)
            var index = index + 1
            while index < end {
                if JSONBytes.areSame(entries[index].text, key) { return index + 1 }
                index = entries[index + 1].next(after: index + 1)
            }
            return nil
        }
    }

    /// Creates the value at an entry.
    func value(at index: Int) -> JSONValue {
        switch kind(at: index) {
        case .text: .string(text(at: index))
        case .integer: .integer(integer(at: index))
        case .real: .real(Double(bitPattern: entries[index].content))
        case .yes: .bool(true)
        case .no: .bool(false)
        case .array: .array(array(at: index))
        case .object: .object(object(at: index))
        case .null: .null
        }
    }

    private func array(at index: Int) -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(entries[index].count)
        let end = entries[index].next(after: index)
        var index = index + 1
        while index < end {
            values.append(value(at: index))
            index = entries[index].next(after: index)
        }
        return values
    }

    /// Returns the object that starts at the given tape entry.
    func object(at index: Int) -> JSONObject {
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(entries[index].count)
        let end = entries[index].next(after: index)
        var index = index + 1
        while index < end {
            members.append((text(at: index), value(at: index + 1)))
            index = entries[index + 1].next(after: index + 1)
        }
        return JSONObject(uniqueMembers: members)
    }
}
