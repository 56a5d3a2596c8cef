import Interchange
import ReadModel
import Texts
import Translation

/// Finds the strings of an import that may be strings of the project under other keys.
///
/// A new string may be one of the same section that has the same source text, if no file of the import has that one. It may also
/// be one that was removed before.
final class RenamedStrings {
    private let known: [Entry]
    /// The strings that were removed, if the project has or had any.
    private let removed: [StringID]
    /// The strings of each file of the source language.
    private var files: [[StringID]] = []
    /// The strings that the project lacks, in file order.
    private var new: [Text: [StringID]] = [:]

    /// A source text in a section.
    private struct Text: Hashable {
        let section: Value.Text
        let value: Value
    }

    /// Takes the strings of the project, in their order.
    init(known: [Entry], in model: ReadModel) throws {
        self.known = known
        let strings = try model.strings(in: model.project.source)
        let isKnown = strings.count > known.count ? Set(known.lazy.map(\.string)) : []
        removed = isKnown.isEmpty && !known.isEmpty ? [] : strings.filter { !isKnown.contains($0) }
    }

    /// Takes what a file of the source language has, and what the project and the files before it have.
    func add(_ entries: [FileEntry], known values: [StringID: Value]) {
        guard !known.isEmpty || !removed.isEmpty else { return }
        files.append(entries.map(\.string))
        for entry in entries where values[entry.string] == nil {
            guard let value = entry.value ?? entry.source, !value.saysNothing else { continue }
            let text = Text(section: Value.Text(entry.string.section), value: value)
            new[text, default: []].append(entry.string)
        }
    }

    /// The pairs, after all files of the source language were read, in the order of the new keys.
    ///
    /// Cost: nothing without new strings; else a look at all strings, and a query for each that was removed from their sections.
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
            // The texts of a string that was renamed are not left behind.
            guard try model.successors(of: string).isEmpty else { continue }
            old[text, default: []].append(string)
        }
        return try old.flatMap { text, old in
            // What the project had before comes back under its own key.
            let new = try (new[text] ?? []).filter {
                try model.unit(model.project.source, $0).events.isEmpty
            }
            return zip(old, new).map { ImportTally.Rename(old: $0, new: $1) }
        }.sorted { $0.new < $1.new }
    }

    /// The source texts that removed strings had last, and the strings, the one that was removed last first.
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
