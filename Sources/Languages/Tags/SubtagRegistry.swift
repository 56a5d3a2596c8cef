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

    private let languages: [SubtagRange]
    private let scripts: [SubtagRange]
    private let regions: [SubtagRange]
    private let variants: [SubtagRange]

    private init?() {
        guard let data = ResourceBundle(named: "supplementalData"),
            let validity = data.child("idValidity"),
            let languages = Self.ranges(.language, in: validity),
            let scripts = Self.ranges(.script, in: validity),
            let regions = Self.ranges(.region, in: validity),
            let variants = Self.ranges(.variant, in: validity)
        else { return nil }
        self.languages = languages
        self.scripts = scripts
        self.regions = regions
        self.variants = variants
    }

    /// The ranges of all statuses, sorted: deprecated, private-use and special codes are registered too.
    private static func ranges(
        _ kind: Kind, in validity: borrowing ResourceBundle
    ) -> [SubtagRange]? {
        guard let statuses = validity.child(kind.rawValue) else { return nil }
        var list: [SubtagRange] = []
        for index in 0..<statuses.count {
            guard let entries = statuses.child(at: index) else { continue }
            list.reserveCapacity(list.count + Int(entries.count))
            for position in 0..<entries.count {
                // Some thousand texts, read at the start of most commands: no String is made of them.
                if let range = entries.readUnits(at: position, SubtagRange.init) {
                    list.append(range)
                }
            }
        }
        list.sort { $0.first < $1.first }
        return list
    }

    private func ranges(_ kind: Kind) -> [SubtagRange] {
        switch kind {
        case .language: languages
        case .script: scripts
        case .region: regions
        case .variant: variants
        }
    }

    /// Returns whether the subtag, canonically cased, is registered; cost is logarithmic.
    func contains(_ subtag: String, as kind: Kind) -> Bool {
        let list = ranges(kind)
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
        let separator = units.firstIndex(of: UInt16(UInt8(ascii: "~"))) ?? units.endIndex
        let start = units[..<separator]
        let end = units[separator...].dropFirst()
        length = start.count
        first = Self.packed(start)
        // The end replaces as many of the last characters of the start.
        let kept = UInt64.max << UInt64(8 * (8 - length + end.count))
        last =
            end.isEmpty
            ? first : first & kept | Self.packed(end) >> UInt64(8 * (length - end.count))
    }

    /// Returns the at most eight ASCII characters as a number whose order is theirs.
    static func packed(_ subtag: some Collection<some UnsignedInteger>) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 64
        for unit in subtag {
            guard shift > 0 else { break }
            shift -= 8
            number |= UInt64(unit) << shift
        }
        return number
    }
}
