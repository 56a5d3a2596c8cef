import JSON
import Languages
public import Texts
import Translation

extension NStackJSON {
    /// Writes `Localizations_<tag>.json` with all sections.
    ///
    /// By default, an untranslated string is written as `__` and its key, as in NStack. The cost is
    /// a few times the cost of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var file = CheckedFile(entries, options) { entry, value in
            switch value {
            case .choice: "This format does not support plurals or other choices."
            case .list: "This format does not support lists."
            case .format: "This format does not support texts with plural variables."
            case nil, .text:
                entry.string.key.utf8.contains(0) || entry.string.section.utf8.contains(0)
                    ? "In this format, a key cannot contain U+0000." : nil
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
                                // Only a server knows this number. Files contain 0, because their
                                // readers expect a number.
                                language.add("id", .integer(numbers?.language ?? 0))
                                language.add("name", Languages.LanguageName.english(tag))
                                language.add("locale", tag)
                                // These are NStack's names for the directions.
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
