import Interchange
import ReadModel
import Texts
import Translation

extension Snapshot {
    /// Returns the skeletons of the sections' files in a language, if the format keeps skeletons.
    ///
    /// If the format keeps only an outline, a language without a file gets the source language's
    /// skeleton. Cost: a query for each section.
    func skeletons(
        of sections: Set<Value.Text>, in locale: LanguageTag, _ format: any FileFormat
    ) throws -> [Value.Text: String] {
        guard format.traits.keeps != .nothing else { return [:] }
        var skeletons: [Value.Text: String] = [:]
        // A file with several sections uses the skeleton of the default section, unless that
        // section has its own file.
        let usual = Value.Text(project.defaultSection)
        let isOfOther = try !sections.contains(usual) && model.sections().contains(usual.string)
        for section in isOfOther ? sections : sections.union([usual]) {
            func skeleton(in locale: LanguageTag?) throws -> String? {
                let file = try model.resource(section.string, in: locale).file
                return file.format == format.name ? file.skeleton : nil
            }
            if locale == project.source {
                skeletons[section] = try skeleton(in: nil)
            } else if let own = try skeleton(in: locale) {
                skeletons[section] = own
            } else if format.traits.keeps == .outline, let shared = try skeleton(in: nil) {
                let known = try model.fileTexts(section.string, format: format.name, in: locale)
                if known.latest == nil { skeletons[section] = shared }
            }
        }
        return skeletons
    }

    /// Returns the layouts of the source language's files, for sections that have no file in this
    /// language.
    func templates(
        of sections: Set<Value.Text>, in locale: LanguageTag, _ format: any FileFormat
    ) throws -> [Value.Text: String] {
        guard format.traits.keeps == .layout, locale != project.source else { return [:] }
        return try skeletons(of: sections, in: project.source, format).filter { section, _ in
            try model.fileTexts(section.string, format: format.name, in: locale).latest == nil
        }
    }

    /// Returns the strings that existed when a section's file was last imported in a language.
    ///
    /// If the file lacked such a string and the string has no text, an export leaves it out again.
    /// Cost: proportional to the number of strings in the section.
    func stringsBeforeFile(
        of section: Value.Text, in locale: LanguageTag, _ format: any FileFormat
    ) throws -> Set<StringID> {
        let file = try model.fileTexts(section.string, format: format.name, in: locale)
        guard let latest = file.latest else { return [] }
        return try model.strings(of: section.string, definedBefore: latest)
    }

    /// Removes the inherited texts of strings that the language's file lacked at its last import.
    ///
    /// For these strings, the app falls back to another language, as before. Strings that were
    /// added after that import keep their inherited texts.
    func leaveOutInherited(
        of entries: inout [ExportEntry], in locale: LanguageTag, _ format: any FileFormat
    ) throws {
        let inherited = entries.indices.filter { entries[$0].isInherited }
        let bySection = Dictionary(grouping: inherited) {
            Value.Text(entries[$0].string.section)
        }
        for (section, indices) in bySection {
            let file = try model.fileTexts(section.string, format: format.name, in: locale)
            let before = try stringsBeforeFile(of: section, in: locale, format)
            for index in indices where before.contains(entries[index].string) {
                guard file.texts[Value.Text(entries[index].string.key)] == nil else { continue }
                entries[index].value = nil
                entries[index].textDetails = TextDetails()
            }
        }
    }
}
