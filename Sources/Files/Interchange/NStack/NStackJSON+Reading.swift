import JSON
import Texts
import Translation

extension NStackJSON {
    /// Reads the sections in one language.
    ///
    /// If the file contains several languages, the context specifies which language to read, or
    /// otherwise `meta` does.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let file = try NStackFile(bytes)
        var reading = Reading(context: context, lines: file.lines)
        guard file.hasLanguages else {
            reading.addSections(file.data)
            return ReadFile(
                language: file.language, entries: reading.entries, notices: reading.notices)
        }
        guard let named = context.language ?? file.language else {
            throw InterchangeError(
                "The file contains several languages and does not specify which one to use: "
                    + file.data.members.map(\.key).joined(separator: ", ") + ".",
                hint: "Add “meta.language.locale”, or split the file.", line: 1)
        }
        guard
            let wanted = file.data.members.map(\.key).first(where: {
                FileLanguage.isSame($0, named)
            })
        else {
            throw InterchangeError(
                "The file does not contain the language “\(named)”, only "
                    + file.data.members.map(\.key).joined(separator: ", ") + ".",
                hint: "Correct “meta.language.locale”.", line: 1)
        }
        for (language, json) in file.data.members {
            _ = reading.lines.next()
            if language == wanted, let sections = json.objectValue {
                reading.addSections(sections)
            } else {
                reading.lines.skip(JSONFile.keyCount(in: json))
            }
        }
        return ReadFile(language: wanted, entries: reading.entries, notices: reading.notices)
    }

    private struct Reading {
        let context: ReadContext
        var lines: KeyLines
        var entries: [FileEntry] = []
        var notices: [FileNotice] = []
        private var known: Set<StringID> = []

        init(context: ReadContext, lines: KeyLines) {
            self.context = context
            self.lines = lines
        }

        mutating func addSections(_ sections: JSONObject) {
            for (name, json) in sections.members {
                let line = lines.next()
                guard let texts = json.objectValue else {
                    // The resource has no sections.
                    add(name, json, section: context.section, line: line)
                    continue
                }
                let section = context.section(
                    of: name == NStackJSON.defaultSection ? nil : name)
                for (key, json) in texts.members {
                    add(key, json, section: section, line: lines.next())
                }
            }
        }

        private mutating func add(
            _ key: String, _ json: JSONValue, section: String, line: Int
        ) {
            lines.skip(JSONFile.keyCount(in: json))
            let string = StringID(section: section, key: key)
            guard let text = json.stringValue else {
                notices.append(
                    FileNotice(
                        key: key, line: line,
                        message: "The value is not a text: NStack supports only texts.",
                        isLeftOut: true))
                return
            }
            guard known.insert(string).inserted else {
                notices.append(
                    FileNotice(
                        key: key, line: line,
                        message: "The string appears in two sections with the same name.",
                        isLeftOut: true))
                return
            }
            let isUntranslated = text.utf8.elementsEqual(
                (NStackJSON.untranslatedMark + key).utf8)
            entries.append(
                FileEntry(
                    string: string, value: isUntranslated ? nil : Value(text),
                    isDeliberatelyEmpty: context.isSource && text.isEmpty, line: line))
        }
    }
}
