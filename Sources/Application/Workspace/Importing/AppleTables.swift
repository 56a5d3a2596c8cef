import Interchange
import ReadModel
import Texts
import Translation

/// The tables of Apple bundles in one language.
///
/// A table consists of two files. If a string is in both, Foundation uses the `.stringsdict`. The
/// plain text in the `.strings` is therefore ignored, regardless of the order of the files and
/// whether they are imported together.
struct AppleTables {
    /// The strings that the imported files define with more than a plain text.
    private var rules: Set<StringID> = []
    /// The sections whose `.stringsdict` is imported.
    private var ruled: Set<String> = []
    private let language: LanguageTag
    private let request: ImportRequest
    private let snapshot: Snapshot

    /// Reads the tables that have several files in the import.
    ///
    /// Cost: these files are read a second time.
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

    /// Returns the strings in a section that have more than a plain text in the project.
    ///
    /// Returns an empty set if the import is forced, or contains the table's `.stringsdict`.
    private func known(_ section: String) throws -> Set<StringID> {
        guard !request.isForced, !ruled.contains(section) else { return [] }
        let entries = try snapshot.model.entries(
            locale: language, chain: [], filter: EntryFilter(section: section))
        return Set(
            entries.lazy.filter { $0.text.map { $0.value.plainText == nil } ?? false }
                .map(\.string))
    }

    /// Removes the plain texts that a `.stringsdict` overrides, with a notice for each.
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
                        ? "The table's .stringsdict also contains the string, and is used instead."
                        : "The project keeps its own value, which is not a plain text and belongs in a .stringsdict.",
                    hint: isRuled ? nil : "Import both files of the table together.",
                    isLeftOut: !isRuled))
            // With pruning, the string still counts as present in the file.
            guard request.prunes else { continue }
            entry.value = nil
            kept.append(entry)
        }
        read.entries = kept
    }
}
