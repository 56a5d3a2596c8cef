import Interchange
import Texts
import Translation

extension Snapshot {
    /// Whether a file has its strings where an export puts them that stand in the project's order.
    ///
    /// Nested files keep what has a common path together, so that their order can differ from the project's
    /// although nobody moved a string. Strings that are new have no place yet.
    func isAsExported(
        _ file: OpenedFile, _ read: ReadFile, places: [StringID: Int]
    ) throws -> Bool {
        let placed = read.entries.compactMap { entry in
            places[entry.string].flatMap { place in
                entry.value.map {
                    (place, ExportEntry(string: entry.string, source: $0, value: $0))
                }
            }
        }
        guard placed.count == read.entries.count else { return false }
        // Nothing has moved.
        if zip(placed, placed.dropFirst()).allSatisfy({ $0.0 < $1.0 }) { return true }
        let ordered = placed.sorted { $0.0 < $1.0 }.map(\.1)
        // A flat file has the strings in another order than a nested one, and does not say which it is.
        return try [false, true].contains { isFlat in
            let exported = try Self.reading(file.input.name) { () throws(InterchangeError) in
                try file.input.format.write(
                    [
                        LanguageEntries(
                            language: file.place.locale, isSource: true, entries: ordered)
                    ],
                    options: ExportOptions(
                        defaultSection: project.defaultSection, isSource: true, isFlat: isFlat,
                        sourceLanguage: project.source))
            }
            return try hasOrder(of: read, exported, file)
        }
    }

    /// Whether one of the files that were exported has the strings of a file in the same order.
    ///
    /// A table of Apple is two files, of which one can be empty.
    private func hasOrder(
        of read: ReadFile, _ exported: ExportResult, _ file: OpenedFile
    ) throws -> Bool {
        let strings = read.entries.map(\.string)
        return try exported.files.contains { written in
            var again = OpenedFile(input: file.input, place: file.place)
            again.input.bytes = { written.bytes }
            return try entries(of: again, shape: SourceShape()).entries.map(\.string) == strings
        }
    }
}
