import Interchange
import ReadModel
import Texts
import Translation

/// The tables of Apple's bundles in one language.
///
/// A table is two files. Foundation takes a string from the `.stringsdict` where both have it, so its plain text in the
/// `.strings` does not count, whichever file comes first and whether they come together or not.
struct AppleTables {
    /// What the files of the import have as more than a plain text.
    private var rules: Set<StringID> = []
    /// The sections whose `.stringsdict` is imported.
    private var ruled: Set<String> = []
    private let language: LanguageTag
    private let request: ImportRequest
    private let snapshot: Snapshot

    /// Reads the tables of which several files are imported.
    ///
    /// Cost: these are read once more.
    init(
        _ files: [Snapshot.OpenedFile], of language: LanguageTag, _ request: ImportRequest,
        _ shape: SourceShape, _ snapshot: Snapshot
    ) throws {
        self.language = language
        self.request = request
        self.snapshot = snapshot
        let tables = Dictionary(
            grouping: files.filter { $0.input.format is AppleStrings }, by: \.place.section)
        for (section, files) in tables where files.count > 1 {
            for file in files {
                let read = try snapshot.entries(of: file, shape: shape)
                if read.subordinate.isEmpty { ruled.insert(section) }
                rules.formUnion(
                    read.entries.lazy.map(\.string).filter { !read.subordinate.contains($0) })
            }
        }
    }

    /// What the project has as more than a plain text, in a table whose `.stringsdict` is not imported now.
    private func known(_ section: String) throws -> Set<StringID> {
        guard !request.isForced, !ruled.contains(section) else { return [] }
        let entries = try snapshot.model.entries(
            locale: language, chain: [], filter: EntryFilter(section: section))
        return Set(
            entries.lazy.filter { $0.text.map { $0.value.plainText == nil } ?? false }
                .map(\.string))
    }

    /// Takes out the plain texts that do not count, and notes them.
    func takeOut(of read: inout ReadFile, _ file: Snapshot.OpenedFile) throws {
        guard !read.subordinate.isEmpty else { return }
        let known = try known(file.place.section)
        var kept: [FileEntry] = []
        for var entry in read.entries {
            let isRuled = rules.contains(entry.string)
            guard read.subordinate.contains(entry.string), isRuled || known.contains(entry.string)
            else {
                kept.append(entry)
                continue
            }
            read.notices.append(
                FileNotice(
                    key: entry.string.key, line: entry.line,
                    message: isRuled
                        ? "The .stringsdict of the table has the string too, and counts instead."
                        : "The project has more than a plain text for it, as a .stringsdict has, and keeps that.",
                    hint: isRuled ? nil : "Import both files of the table together.",
                    isLeftOut: !isRuled))
            // An import that removes what a file lacks finds the string in it.
            guard request.prunes else { continue }
            entry.value = nil
            kept.append(entry)
        }
        read.entries = kept
    }
}
