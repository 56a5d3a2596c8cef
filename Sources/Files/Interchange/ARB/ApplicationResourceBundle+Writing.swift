import JSON
public import Texts
import Translation

extension ApplicationResourceBundle {
    /// Writes `<section>_<language>.arb` for each section.
    ///
    /// Only the source language's file contains the attributes of keys, as in Flutter. The cost is
    /// a few times the cost of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var result = ExportResult(files: [], unrepresentable: [])
        let spelling = FileLanguage.underscored(language)
        for (base, section, entries) in try SectionFiles.divided(
            entries, options: options, defaultName: Self.defaultBase)
        {
            var file = CheckedFile(entries, options) { entry, value in
                let key = entry.string.key
                if key.utf8.starts(with: "@".utf8) {
                    return "In this format, a key that begins with “@” describes another key."
                }
                if key.utf8.contains(0) { return "In this format, a key cannot contain U+0000." }
                return switch value {
                case .choice:
                    "This format supports plurals and choices only as a text in ICU syntax."
                case .list: "This format does not support lists."
                case .format: "This format does not support texts with plural variables."
                case nil, .text: nil
                }
            }
            let context = ReadContext(section: section, isSource: options.isSource)
            let bytes = try file.finish(encode: { Self.encoded($0, spelling, options) }) {
                (bytes) throws(InterchangeError) in
                try ApplicationResourceBundle().read(bytes, context: context)
            }
            result.files.append(
                OutputFile(path: "\(base)_\(spelling).arb", section: section, bytes: bytes))
            result.unrepresentable += file.unrepresentable
        }
        return result
    }

    private static func encoded(
        _ items: [CheckedFile.Item], _ spelling: String, _ options: ExportOptions
    ) -> [UInt8] {
        PrettyJSON.encode(
            .object { root in
                root.add("@@locale", spelling)
                for item in items {
                    guard let text = item.value?.plainText else { continue }
                    let key = item.entry.string.key
                    root.add(key, text)
                    guard options.isSource else { continue }
                    let details = item.entry.details
                    var about: [(key: String, value: JSONValue)] = []
                    if let comment = details.comment {
                        about.append(("description", .string(comment)))
                    }
                    about += (details.meta?.members ?? []).filter { member in
                        !about.contains { $0.key == member.key }
                    }
                    if !about.isEmpty {
                        root.add("@" + key, .object(JSONObject(uniqueMembers: about)))
                    }
                }
            })
    }
}
