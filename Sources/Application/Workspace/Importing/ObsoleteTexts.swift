import Interchange
import ReadModel
import Texts
import Translation

/// Translations of removed strings that files keep, for strings that are added again.
///
/// They come from the files in the import. For strings that the import adds, they also come from
/// the stored skeletons of other languages' files.
final class ObsoleteTexts {
    private let request: ImportRequest
    private let snapshot: Snapshot
    /// The strings that the import adds, in formats that keep such translations, by section.
    private var returned: [Value.Text: Set<StringID>] = [:]
    /// The kept translations in the files of one language.
    private var entries: [FileEntry] = []
    private var sections: Set<Value.Text> = []
    private var metaName = ""

    init(of request: ImportRequest, in snapshot: Snapshot) {
        self.request = request
        self.snapshot = snapshot
    }

    /// Whether strings were added whose translations other files may have kept.
    var hasReturned: Bool { !returned.isEmpty && !request.asProposals }

    /// Records a string that did not exist in the project.
    func addReturned(_ string: StringID, of file: Snapshot.OpenedFile) {
        guard file.input.format.traits.keepsObsolete else { return }
        returned[Value.Text(string.section), default: []].insert(string)
    }

    /// Records the translations that a file keeps.
    func add(_ read: ReadFile, of file: Snapshot.OpenedFile) {
        guard file.input.format.traits.keepsObsolete else { return }
        sections.insert(Value.Text(file.place.section))
        metaName = file.input.format.traits.family
        entries += read.obsolete
    }

    /// Returns the translations in a language, after all of its files were read.
    ///
    /// Cost: for a language without a file in the import, its skeletons are read if their sections
    /// contain new strings.
    func file(of language: LanguageTag, _ shape: SourceShape) throws -> FileImport {
        defer { (entries, sections) = ([], []) }
        if hasReturned {
            for (section, strings) in returned.sorted(by: {
                $0.key.string.precedesInBytes($1.key.string)
            }) where !sections.contains(section) {
                let kept = try snapshot.model.resource(section.string, in: language).file
                guard let skeleton = kept.skeleton,
                    let format = kept.format.flatMap(FileFormats.named), format.traits.keepsObsolete
                else { continue }
                let context = ReadContext(
                    section: section.string, isSource: false, shape: shape,
                    language: language.rawValue)
                metaName = format.traits.family
                entries += format.traits.skeletons.obsolete(in: skeleton, context: context)
                    .filter { strings.contains($0.string) }
            }
        }
        var seen: Set<StringID> = []
        var file = FileImport(
            locale: language,
            entries: request.asProposals
                ? []
                : entries.compactMap { entry in
                    guard shape.values[entry.string] != nil, seen.insert(entry.string).inserted
                    else { return nil }
                    return FileEntry(
                        string: entry.string, value: entry.value, textDetails: entry.textDetails)
                },
            // A section without a file in the import is not pruned.
            prunes: request.prunes && !sections.isEmpty, metaName: metaName)
        file.revives = true
        return file
    }
}
