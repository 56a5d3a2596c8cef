import JSON

/// Writes JSON as Xcode does: with sorted keys, spaces around colons, and no final newline.
///
/// An empty object contains an empty line. Slashes are not escaped.
enum XcodeJSON {
    static func encode(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        write(value, level: 0, to: &bytes)
        return bytes
    }

    private static func write(_ value: JSONValue, level: Int, to bytes: inout [UInt8]) {
        switch value {
        case .object(let object):
            let members = object.members.map { (XcodeOrder.Key($0.key), $0.key, $0.value) }
                .sorted { $0.0 < $1.0 }
            list(members, "{", "}", level: level, to: &bytes) { member, bytes in
                bytes.append(contentsOf: CanonicalJSON.encode(.string(member.1)))
                bytes.append(contentsOf: " : ".utf8)
                write(member.2, level: level + 1, to: &bytes)
            }
        case .array(let items):
            list(items, "[", "]", level: level, to: &bytes) { item, bytes in
                write(item, level: level + 1, to: &bytes)
            }
        default: bytes.append(contentsOf: CanonicalJSON.encode(value))
        }
    }

    private static func list<Item>(
        _ items: [Item], _ start: String, _ end: String, level: Int, to bytes: inout [UInt8],
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        bytes.append(contentsOf: start.utf8)
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            startLine(level + 1, &bytes)
            write(item, &bytes)
        }
        if items.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        startLine(level, &bytes)
        bytes.append(contentsOf: end.utf8)
    }

    private static func startLine(_ level: Int, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }
}

/// The order in which Xcode sorts the keys in catalogs.
///
/// Case is ignored, and runs of digits are compared as numbers, so `Vitamin B6` precedes
/// `Vitamin B12`. Keys that are still equal are ordered by their bytes. This is Foundation's
/// comparison with the options `numeric`, `caseInsensitive` and `forcedOrdering`.
enum XcodeOrder {
    /// A text that is prepared for comparison.
    struct Key: Comparable {
        let text: String
        private let parts: [Part]

        private enum Part: Equatable {
            case scalar(UInt32)
            /// The digits of a number, without leading zeros.
            case number([UInt32])
        }

        init(_ text: String) {
            self.text = text
            var parts: [Part] = []
            var digits: [UInt32] = []
            var isNumber = false
            func endNumber() {
                guard isNumber else { return }
                parts.append(.number(digits))
                digits = []
                isNumber = false
            }
            for scalar in text.unicodeScalars {
                if (0x30...0x39).contains(scalar.value) {
                    isNumber = true
                    if !digits.isEmpty || scalar.value != 0x30 { digits.append(scalar.value) }
                } else {
                    endNumber()
                    let lower = scalar.properties.lowercaseMapping.unicodeScalars
                    parts += lower.map { .scalar($0.value) }
                }
            }
            endNumber()
            self.parts = parts
        }

        static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

        static func < (a: Key, b: Key) -> Bool {
            for (x, y) in zip(a.parts, b.parts) where x != y {
                switch (x, y) {
                case (.scalar(let x), .scalar(let y)): return x < y
                case (.number(let x), .number(let y)):
                    return x.count == y.count ? x.lexicographicallyPrecedes(y) : x.count < y.count
                case (.scalar(let x), .number): return x < 0x30
                case (.number, .scalar(let y)): return 0x30 < y
                }
            }
            if a.parts.count != b.parts.count { return a.parts.count < b.parts.count }
            return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
        }
    }
}
