/// A table of CLDR data, stored as one string in the program and searched in place.
///
/// Records are separated by `;` or a line feed, and sorted by the bytes of their keys. A key ends
/// at `=`, at `~`, or at the end of its record. Nothing is parsed or copied before a lookup, which
/// takes logarithmic time.
package struct CLDRTable: Sendable {
    private let text: StaticString

    package init(_ text: StaticString) { self.text = text }

    /// Returns the text after `=` in a key's record, or nil if the table does not contain the key.
    ///
    /// If the record has only a key, the text is empty.
    package subscript(key: String) -> String? {
        record(before: key) { record, keyEnd in
            guard record[..<keyEnd].elementsEqual(key.utf8) else { return nil }
            return String(decoding: record[keyEnd...].dropFirst(), as: UTF8.self)
        }
    }

    /// Returns the last record whose key is not greater than `key`.
    func record(upTo key: String) -> String? {
        record(before: key) { record, _ in String(decoding: record, as: UTF8.self) }
    }

    /// All records in order.
    package var records: [String] {
        text.withUTF8Buffer { bytes in
            bytes.split(whereSeparator: Self.isSeparator).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// All keys in order.
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

/// The tables that `make cldr` generates from ICU's data.
package enum CLDRTables {}
