import Interchange
import ReadModel
import Texts
import Translation

/// Finds new strings in an import that may be strings of the project under new keys.
///
/// A new string matches an old string with the same section and source text, if no file in the
/// import contains the old string. The old string may also have been removed earlier.
final class RenamedStrings {
    private let known: [Entry]
    /// Strings that were removed earlier.
    private let removed: [StringID]
    /// The strings in each source-language file.
    private var files: [[StringID]] = []
    /// The strings that the project lacks, in file order.
    private var new: [Text: [StringID]] = [:]

    /// A source text in a section.
    private struct Text: Hashable {
        let section: Value.Text
        let value: Value
    }

    /// Creates a finder from the strings in the project, in their order.
    init(known: [Entry], in model: ReadModel) throws {
        self.known = known
        let strings = try model.strings(in: model.project.source)
        let isKnown = strings.count > known.count ? Set(known.lazy.map(\.string)) : []
        removed = isKnown.isEmpty && !known.isEmpty ? [] : strings.filter { !isKnown.contains($0) }
    }

    /// Adds the entries of a source file; `values` contains the texts in the project and in
    /// previous files.
    func add(_ entries: [FileEntry], known values: [StringID: Value]) {
        guard !known.isEmpty || !removed.isEmpty else { return }
        files.append(entries.map(\.string))
        for entry in entries where values[entry.string] == nil {
            guard let value = entry.value ?? entry.source, !value.saysNothing else { continue }
            let text = Text(section: Value.Text(entry.string.section), value: value)
            new[text, default: []].append(entry.string)
        }
    }

    /// Returns the pairs, in the order of the new keys, after all source files were read.
    ///
    /// Cost: nothing without new strings; otherwise a scan of all strings, and a query for each
    /// string that was removed from their sections.
    func found(in model: ReadModel) throws -> [ImportTally.Rename] {
        guard !new.isEmpty else { return [] }
        let strings = Set(files.joined())
        var old: [Text: [StringID]] = [:]
        for entry in known where !strings.contains(entry.string) {
            let section = Value.Text(entry.string.section)
            let text = Text(section: section, value: entry.definition.value)
            if new[text] != nil { old[text, default: []].append(entry.string) }
        }
        let sections = Set(new.keys.map(\.section))
        let gone = removed.filter {
            sections.contains(Value.Text($0.section)) && !strings.contains($0)
        }
        for (text, string) in try lastTexts(of: gone, in: model) where new[text] != nil {
            // A renamed string keeps its texts under the new key.
            guard try model.successors(of: string).isEmpty else { continue }
            old[text, default: []].append(string)
        }
        return try old.flatMap { text, old in
            // A string that existed before is restored under its own key instead.
            let new = try (new[text] ?? []).filter {
                try model.unit(model.project.source, $0).events.isEmpty
            }
            return zip(old, new).map { ImportTally.Rename(old: $0, new: $1) }
        }.sorted { $0.new < $1.new }
    }

    /// Returns removed strings with their last source texts, the most recently removed first.
    private func lastTexts(
        of strings: [StringID], in model: ReadModel
    ) throws -> [(text: Text, string: StringID)] {
        try strings.compactMap { string -> (text: Text, string: StringID, removal: EventID)? in
            let unit = try model.unit(model.project.source, string)
            guard let definition = unit.definitions.latest, let removal = unit.events.last?.id
            else { return nil }
            let text = Text(section: Value.Text(string.section), value: definition.value)
            return (text, string, removal)
        }.sorted { $0.removal > $1.removal }.map { ($0.text, $0.string) }
    }
}
