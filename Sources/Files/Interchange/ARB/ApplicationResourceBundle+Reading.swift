import JSON
import Texts
import Translation

extension ApplicationResourceBundle {
    /// Reads a file with the texts of one language.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let object = try JSONFile.object(bytes)
        var lines = KeyLines(bytes)
        var entries: [FileEntry] = []
        var notices: [FileNotice] = []
        var indices: [Value.Text: Int] = [:]
        var about: [(key: String, json: JSONValue, line: Int)] = []
        for (key, json) in object.members {
            let line = lines.next()
            lines.skip(JSONFile.keyCount(in: json))
            if key.utf8.starts(with: "@@".utf8) {
                guard key != "@@locale", key != "@@last_modified" else { continue }
                notices.append(
                    FileNotice(
                        key: key, line: line, message: "This member describes the file.",
                        isLeftOut: true))
            } else if key.utf8.starts(with: "@".utf8) {
                about.append((key, json, line))
            } else if let text = json.stringValue {
                indices[Value.Text(key)] = entries.count
                entries.append(
                    FileEntry(
                        string: StringID(section: context.section, key: key), value: Value(text),
                        isDeliberatelyEmpty: context.isSource && text.isEmpty, line: line))
            } else {
                notices.append(
                    FileNotice(
                        key: key, line: line, message: "The value is not a text.", isLeftOut: true))
            }
        }
        // The attributes of a key may come before the key itself.
        for (key, json, line) in about {
            guard let index = indices[Value.Text(String(Substring(key.utf8.dropFirst())))] else {
                notices.append(
                    FileNotice(
                        key: key, line: line, message: "There is no text with this key.",
                        isLeftOut: true))
                continue
            }
            guard let attributes = json.objectValue else {
                notices.append(
                    FileNotice(
                        key: key, line: line, message: "The value is not an object.",
                        isLeftOut: true))
                continue
            }
            entries[index].details = Self.details(attributes, key: key, line: line, &notices)
        }
        return ReadFile(
            language: object["@@locale"]?.stringValue, entries: entries, notices: notices)
    }

    private static func details(
        _ attributes: JSONObject, key: String, line: Int, _ notices: inout [FileNotice]
    ) -> StringDetails {
        let description = attributes["description"]?.stringValue
        let others = attributes.members.filter { description == nil || $0.key != "description" }
        return StringDetails(
            comment: description,
            meta: FormatMeta.object(others, key: key, line: line, &notices))
    }
}
