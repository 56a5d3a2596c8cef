public import Texts
import Translation

extension I18nextJSON {
    /// Writes `<tag>/<section>.json` for each section that has strings, even if no string is
    /// translated.
    ///
    /// Keys keep their order, but nested keys are grouped at the position of the first key. Each
    /// file is read back with the shape of the source values, and strings that differ are left out.
    /// A plural without an argument name equals a plural by `count`. The cost is a few times the
    /// cost of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try Self.write(entries, language: language, options: options) {
            (draft) throws(InterchangeError) in try draft.finish()
        }
    }

    /// Writes the files of a format version, and calls `finish` for each file.
    static func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions,
        finish: (inout I18nextDraft) throws(InterchangeError) -> [UInt8]
    ) throws(InterchangeError) -> ExportResult {
        let sections = Dictionary(grouping: entries) { Value.Text($0.string.section) }
        var drafts: [(path: String, section: String, entries: [ExportEntry])] = []
        for (section, entries) in sections {
            let path = "\(language)/\(section.string).json"
            drafts.append((path, section.string, entries))
        }
        drafts.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for draft in drafts { try SafePath.require(draft.section, called: "section") }
        try Self.requireNoFileInTheWay(drafts.map(\.path))
        var result = ExportResult(files: [], unrepresentable: [])
        for (path, section, entries) in drafts {
            var draft = I18nextDraft(
                entries, section: section, language: language, options: options)
            result.files.append(
                OutputFile(path: path, section: section, bytes: try finish(&draft)))
            result.unrepresentable += draft.unrepresentable
        }
        return result
    }

    /// Throws if a path would be both a file and a directory, as with the sections `a` and
    /// `a.json/b`.
    private static func requireNoFileInTheWay(_ paths: [String]) throws(InterchangeError) {
        let files = Set(paths.map { Value.Text($0) })
        for path in paths {
            let bytes = path.utf8
            for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
                let directory = String(path[..<index])
                guard files.contains(Value.Text(directory)) else { continue }
                throw InterchangeError(
                    "“\(directory)” would have to be both a file and a directory.",
                    hint: "Rename one of the sections, or export them one at a time.")
            }
        }
    }
}
