import Interchange
import Texts
import Translation

extension Snapshot {
    /// Returns true if a file's strings have the order in which an export of the project would
    /// write them.
    ///
    /// Nested files group strings by common path, so their order can differ from the project's even
    /// though nobody moved a string. New strings are ignored because they have no position yet.
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
        // The order is unchanged.
        if zip(placed, placed.dropFirst()).allSatisfy({ $0.0 < $1.0 }) { return true }
        let ordered = placed.sorted { $0.0 < $1.0 }.map(\.1)
        // A flat file orders the strings differently from a nested file, and the contents do not
        // reveal which kind of file it is.
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

    /// Returns true if an exported file has the same strings as a file, in the same order.
    ///
    /// An Apple table has two files, and one of them may be empty.
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
