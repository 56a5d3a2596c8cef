/// Which subtags are registered, from the validity data of CLDR.
///
/// CLDR compresses its lists: `aaa~i` stands for `aaa` to `aai`
/// (<https://www.unicode.org/reports/tr35/#String_Range>).
struct SubtagRegistry: Sendable {
    /// The kinds of subtags, named as CLDR's data name them.
    enum Kind: String, Sendable {
        case language, script, region, variant
    }

    /// The registry of this machine's CLDR, read at its first use; nil if the data are not there.
    static let shared: SubtagRegistry? = SubtagRegistry()

    private let ranges: [Kind: [SubtagRange]]

    private init?() {
        guard let data = ResourceBundle(named: "supplementalData"),
            let validity = data.child("idValidity")
        else { return nil }
        var ranges: [Kind: [SubtagRange]] = [:]
        for kind in [Kind.language, .script, .region, .variant] {
            guard let statuses = validity.child(kind.rawValue) else { return nil }
            var list: [SubtagRange] = []
            // Every status counts: deprecated, private-use and special codes are registered too.
            for index in 0..<statuses.count {
                guard let entries = statuses.child(at: index) else { continue }
                for position in 0..<entries.count {
                    // Some thousand texts, read at the start of most commands: no String is made of them.
                    if let range = entries.readUnits(at: position, SubtagRange.init) {
                        list.append(range)
                    }
                }
            }
            list.sort { $0.first < $1.first }
            ranges[kind] = list
        }
        self.ranges = ranges
    }

    /// Returns whether the subtag, canonically cased, is registered; cost is logarithmic.
    func contains(_ subtag: String, as kind: Kind) -> Bool {
        guard let list = ranges[kind] else { return false }
        let packed = SubtagRange.packed(subtag.utf8)
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle].first <= packed { low = middle + 1 } else { high = middle }
        }
        return low > 0 && packed <= list[low - 1].last
            && list[low - 1].length == subtag.utf8.count
    }
}

/// Subtags that differ in their last characters only, first to last.
struct SubtagRange: Sendable {
    let first: UInt64
    let last: UInt64
    let length: Int

    /// Reads a string range such as `pahawh2~4`, or a single subtag, in UTF-16.
    init(_ units: UnsafeBufferPointer<UInt16>) {
        let start = units.prefix { $0 != UInt16(UInt8(ascii: "~")) }
        let end = units.dropFirst(start.count + 1)
        length = start.count
        first = Self.packed(start)
        // The end replaces as many of the last characters of the start.
        last = end.isEmpty ? first : Self.packed(Array(start.dropLast(end.count)) + end)
    }

    /// Returns the at most eight ASCII characters as a number whose order is theirs.
    static func packed(_ subtag: some Sequence<some UnsignedInteger>) -> UInt64 {
        var number: UInt64 = 0
        var left = 8
        for unit in subtag.prefix(8) {
            number = number << 8 | UInt64(unit)
            left -= 1
        }
        return number << UInt64(8 * left)
    }
}
