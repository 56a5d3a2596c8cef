/// A table of CLDR's data, kept as one text in the program and searched where it is.
///
/// Records are separated by `;` or a line feed and sorted by the bytes of their keys; a key ends at
/// `=`, at `~` or with its record. Nothing is parsed or copied before a lookup, whose cost is logarithmic.
package struct CLDRTable: Sendable {
    private let text: StaticString

    package init(_ text: StaticString) { self.text = text }

    /// Returns what follows `=` in the record of a key, or nil if there is none.
    package subscript(key: String) -> String? {
        record(before: key) { record, keyEnd in
            guard record[..<keyEnd].elementsEqual(key.utf8) else { return nil }
            return String(decoding: record[keyEnd...].dropFirst(), as: UTF8.self)
        }
    }

    /// Returns the last record whose key is `key` or comes before it.
    func record(upTo key: String) -> String? {
        record(before: key) { record, _ in String(decoding: record, as: UTF8.self) }
    }

    /// All records, in their order.
    package var records: [String] {
        text.withUTF8Buffer { bytes in
            bytes.split(whereSeparator: Self.isSeparator).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// All keys, in their order.
    package var keys: [String] {
        records.map { String($0.prefix { $0 != "=" && $0 != "~" }) }
    }

    private func record<Result>(
        before key: String, _ read: (Slice<UnsafeBufferPointer<UInt8>>, Int) -> Result?
    ) -> Result? {
        text.withUTF8Buffer { bytes in
            var low = 0
            var high = bytes.count
            var found: (record: Range<Int>, keyEnd: Int)?
            while low < high {
                var start = (low + high) / 2
                while start > low, !Self.isSeparator(bytes[start - 1]) { start -= 1 }
                var end = start
                while end < bytes.count, !Self.isSeparator(bytes[end]) { end += 1 }
                let keyEnd = bytes[start..<end].firstIndex(where: Self.endsKey) ?? end
                if key.utf8.lexicographicallyPrecedes(bytes[start..<keyEnd]) {
                    high = start
                } else {
                    found = (start..<end, keyEnd)
                    low = end + 1
                }
            }
            return found.flatMap { read(bytes[$0.record], $0.keyEnd) }
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\n")
    }

    private static func endsKey(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~")
    }
}

/// The tables that `make cldr` writes from the data of ICU.
package enum CLDRTables {}
