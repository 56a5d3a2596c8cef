import JSON
import Languages
public import Texts
import Translation

extension NStackJSON {
    /// Writes `Localizations_<tag>.json` with all sections.
    ///
    /// Without another wish, untranslated strings are `__` and their key, as NStack has them. Cost: a few times that
    /// of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var file = CheckedFile(entries, options) { entry, value in
            switch value {
            case .choice: "This format has no plurals and no other choices."
            case .list: "This format has no lists."
            case .format: "This format has no texts with variables that are plurals."
            case nil, .text:
                entry.string.key.utf8.contains(0) || entry.string.section.utf8.contains(0)
                    ? "A key of this format cannot hold U+0000." : nil
            }
        }
        let context = ReadContext(section: options.defaultSection, isSource: options.isSource)
        let bytes = try file.finish(
            encode: { encoded($0, language: language, options) },
            read: { (bytes) throws(InterchangeError) in
                try NStackJSON().read(bytes, context: context)
            })
        return ExportResult(
            files: [OutputFile(path: "Localizations_\(language).json", bytes: bytes)],
            unrepresentable: file.unrepresentable)
    }

    private func encoded(
        _ items: [CheckedFile.Item], language: LanguageTag, _ options: ExportOptions
    ) -> [UInt8] {
        var sections: [(name: String, texts: [(key: String, value: JSONValue)])] = []
        var indices: [Value.Text: Int] = [:]
        for item in items {
            let string = item.entry.string
            let isDefault = string.section.utf8.elementsEqual(options.defaultSection.utf8)
            let name = isDefault ? Self.defaultSection : string.section
            let index = indices[Value.Text(name)] ?? sections.count
            if index == sections.count {
                indices[Value.Text(name)] = index
                sections.append((name, []))
            }
            let text = item.value?.plainText ?? Self.untranslatedMark + string.key
            sections[index].texts.append((string.key, .string(text)))
        }
        let tag = language.rawValue
        let isRightToLeft = WritingDirection.direction(of: tag) == .rightToLeft
        return PrettyJSON.encode(
            .object { root in
                root.add(
                    "data",
                    .object(
                        JSONObject(
                            uniqueMembers: sections.map {
                                ($0.name, .object(JSONObject(uniqueMembers: $0.texts)))
                            })))
                root.add(
                    "meta",
                    .object { meta in
                        meta.add(
                            "language",
                            .object { language in
                                // The number is a server's; readers of files want one, too.
                                language.add("id", .integer(numbers?.language ?? 0))
                                language.add("name", Languages.LanguageName.english(tag))
                                language.add("locale", tag)
                                // NStack's words for the directions.
                                language.add("direction", isRightToLeft ? "RLM" : "LRM")
                                language.add("is_default", options.isSource)
                                language.add("is_best_fit", false)
                            })
                        if let numbers {
                            meta.add(
                                "platform",
                                .object { platform in
                                    platform.add("id", .integer(numbers.platform))
                                    platform.add("slug", .string(numbers.platformName))
                                })
                        }
                    })
            })
    }
}
