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
    /// What the project has as more than a plain text, in tables whose `.stringsdict` is not imported now.
    private var known: Set<StringID> = []
    private let prunes: Bool

    /// Returns nil where no file is one of Apple's.
    ///
    /// Cost: such files are read once more.
    init?(
        _ files: [Snapshot.OpenedFile], of language: LanguageTag, _ request: ImportRequest,
        _ shape: SourceShape, _ snapshot: Snapshot
    ) throws {
        let files = files.filter { $0.format is AppleStrings }
        guard !files.isEmpty else { return nil }
        prunes = request.prunes
        var (plain, ruled): (Set<String>, Set<String>) = ([], [])
        for file in files {
            let entries = try snapshot.entries(of: file, shape: shape).entries
            if entries.contains(where: \.givesWay) {
                plain.insert(file.section)
            } else {
                ruled.insert(file.section)
            }
            rules.formUnion(entries.lazy.filter { !$0.givesWay }.map(\.string))
        }
        guard !request.isForced else { return }
        for section in plain.subtracting(ruled) {
            let entries = try snapshot.model.entries(
                locale: language, chain: [], filter: EntryFilter(section: section))
            for entry in entries {
                if let text = entry.text, text.value.plainText == nil {
                    known.insert(entry.string)
                }
            }
        }
    }

    /// Takes out the plain texts that do not count, and notes them.
    func takeOut(of read: inout ReadFile) {
        var kept: [FileEntry] = []
        for var entry in read.entries {
            let isRuled = rules.contains(entry.string)
            guard entry.givesWay, isRuled || known.contains(entry.string) else {
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
            guard prunes else { continue }
            entry.value = nil
            kept.append(entry)
        }
        read.entries = kept
    }
}
