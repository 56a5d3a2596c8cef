public import Texts
import Translation

extension I18nextJSON {
    /// Writes `<tag>/<section>.json` for each section that has strings, even if none is translated.
    ///
    /// Keys keep their order, but nested keys are grouped where the first of them occurs. Each file
    /// is read back, given the shape of the source values, and strings that differ are left out. A
    /// plural without an argument name equals one by `count`. Cost: a few times that of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try Self.write(entries, language: language, options: options) {
            (draft) throws(InterchangeError) in try draft.finish()
        }
    }

    /// Writes the files of a version, and calls `finish` for each.
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

    /// Throws for sections such as `a` and `a.json/b`, where a path would be both a file and a
    /// directory.
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
