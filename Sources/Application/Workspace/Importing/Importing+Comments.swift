import Interchange
import Texts
import Translation

/// Comments that files supply for strings defined in other files, as in MediaWiki's `qqq.json`.
///
/// Files in the source language receive the comments on their strings, so that one event defines a
/// string with its comment. The remaining comments apply to existing strings.
final class FileComments {
    private var comments: [StringID: String] = [:]
    /// The strings in file order.
    private var order: [StringID] = []
    private(set) var notices: [ImportNotice] = []

    /// Adds the comments of a file; throws if two files comment on the same string.
    func add(
        _ read: ReadFile, of file: String, in source: LanguageTag, notices: [ImportNotice]
    ) throws {
        self.notices += notices
        for entry in read.entries {
            guard let value = entry.value, let text = value.plainText else {
                let notice = FileNotice(
                    key: entry.string.key, line: entry.line,
                    message: "A comment must be a single text.", isLeftOut: true)
                self.notices.append((file, notice, UnitID(source, entry.string)))
                continue
            }
            guard !text.isEmpty else { continue }
            guard comments.updateValue(text, forKey: entry.string) == nil else {
                throw Refusal(
                    .invalidFile, "Two of the files have a comment for “\(entry.string.key)”.",
                    hint: "Import them one after the other.")
            }
            order.append(entry.string)
        }
    }

    /// Moves the comments of the strings that a file defines to that file.
    func move(to file: inout FileImport) {
        guard !comments.isEmpty else { return }
        for index in file.entries.indices where file.entries[index].value != nil {
            if let comment = comments.removeValue(forKey: file.entries[index].string) {
                file.entries[index].details.comment = comment
            }
        }
    }

    /// Returns the comments that no file in the source language received.
    func rest(_ source: LanguageTag) -> FileImport {
        FileImport(
            locale: source,
            entries: order.compactMap { string in
                comments[string].map {
                    FileEntry(
                        string: string, value: nil, details: StringDetails(comment: $0))
                }
            }, describesOnly: true)
    }
}
