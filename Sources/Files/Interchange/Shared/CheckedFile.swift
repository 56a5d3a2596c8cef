import Texts
import Translation

/// A file that is written, read back, and written again without the strings that differ.
///
/// As a result, a reader never misinterprets a written file. The cost is a few times the cost of
/// reading.
struct CheckedFile {
    /// A string to write with its expected value; nil if the string stays untranslated.
    struct Item {
        var entry: ExportEntry
        let value: Value?
    }

    /// The items to write.
    private(set) var items: [Item] = []
    private var leftOut: [(position: Int, reason: String)] = []
    private let entries: [ExportEntry]
    private let options: ExportOptions
    private var positions: [StringID: Int] = [:]

    /// Prepares strings.
    ///
    /// `obstacle` returns the reason why a string cannot be written at all.
    init(
        _ entries: [ExportEntry], _ options: ExportOptions,
        obstacle: (ExportEntry, Value?) -> String?
    ) {
        self.entries = entries
        self.options = options
        for (position, entry) in entries.enumerated() {
            let value = entry.written(options)
            if let reason = obstacle(entry, value) {
                leftOut.append((position, reason))
            } else if positions.updateValue(position, forKey: entry.string) == nil {
                items.append(Item(entry: entry, value: value))
            }
        }
    }

    /// The strings that could not be written, in their original order.
    var unrepresentable: [Unrepresentable] {
        leftOut.sorted { $0.position < $1.position }
            .map { Unrepresentable(string: entries[$0.position].string, reason: $0.reason) }
    }

    /// Writes the file and reads it back, leaving out the strings that differ, until no string
    /// differs.
    ///
    /// If the metadata of a text differs, only the metadata is dropped.
    mutating func finish(
        encode: ([Item]) -> [UInt8], read: ([UInt8]) throws(InterchangeError) -> ReadFile
    ) throws(InterchangeError) -> [UInt8] {
        while true {
            let bytes = encode(items)
            let file = try read(bytes)
            let found = Dictionary(
                file.entries.map { ($0.string, $0) }, uniquingKeysWith: { first, _ in first })
            var isRight = true
            var kept: [Item] = []
            for var item in items {
                let entry = found[item.entry.string]
                // A fitted text has forms that are not translated yet.
                guard item.entry.isFitted || Self.isSame(entry?.value, item.value) else {
                    isRight = false
                    leftOut.append(
                        (
                            positions[item.entry.string] ?? 0,
                            "The text would be read back differently."
                        ))
                    continue
                }
                if let entry, drop(from: &item.entry, unless: entry) { isRight = false }
                kept.append(item)
            }
            items = kept
            if isRight { return bytes }
        }
    }

    /// Drops the metadata of a text if it would be read back differently, and returns whether any
    /// was dropped.
    private func drop(from entry: inout ExportEntry, unless found: FileEntry) -> Bool {
        var isChanged = false
        func clear<Part: Equatable>(
            _ part: WritableKeyPath<ExportEntry, Part?>, _ read: KeyPath<FileEntry, Part?>
        ) {
            guard let value = entry[keyPath: part], value != found[keyPath: read] else { return }
            entry[keyPath: part] = nil
            isChanged = true
        }
        if options.isSource {
            clear(\.details.comment, \.details.comment)
            clear(\.details.references, \.details.references)
            clear(\.details.meta, \.details.meta)
        } else {
            clear(\.textDetails.meta, \.textDetails.meta)
        }
        return isChanged
    }

    /// Returns whether two values are equal.
    static func isSame(_ a: Value?, _ b: Value?) -> Bool {
        guard case .choice(let x)? = a, case .choice(let y)? = b else { return a == b }
        return x.selector == y.selector && x.cases == y.cases && x.argument == y.argument
    }
}
