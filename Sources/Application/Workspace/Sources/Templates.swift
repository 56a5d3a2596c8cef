import Checks
public import Interchange
import ReadModel
public import Texts
import Translation

/// Files with source texts and no translations, for translators to complete.
public enum Templates {
    /// Returns an empty translation file for texts that are their own keys, as ``Originals`` reads
    /// them.
    ///
    /// Without a language, the file is for any language if the format has such files; otherwise it
    /// is for the source language, English.
    public static func file(
        of originals: [String], for locale: LanguageTag?, in format: any FileFormat
    ) throws -> [UInt8] {
        if locale == nil, format.name == VerIDXML().name { return try verID(originals) }
        let entries = originals.map { original in
            ExportEntry(
                string: StringID(section: "default", key: original), source: Value(original),
                value: nil)
        }
        guard let source = LanguageTag("en") else { return [] }
        return try file(
            of: entries, for: locale, in: format,
            ExportOptions(
                defaultSection: "default", isSource: false, sourceLanguage: source))
    }

    /// Returns Ver-ID's own template, whose language attributes are empty.
    static func verID(_ originals: [String]) throws -> [UInt8] {
        try Snapshot.reading("template") { () throws(InterchangeError) in
            try VerIDXML.template(originals: originals, language: nil)
        }
    }

    /// Returns the single file that a format writes for untranslated strings.
    ///
    /// Throws if the format would write several files or no file, or if it cannot represent a
    /// string.
    static func file(
        of entries: [ExportEntry], for locale: LanguageTag?, in format: any FileFormat,
        _ options: ExportOptions
    ) throws -> [UInt8] {
        let format = try Workspace.readFormat(format.name)
        var options = options
        let language = locale ?? options.sourceLanguage
        guard let language else { return [] }
        options.isSource = language == options.sourceLanguage
        options.untranslated = format.traits.hasUntranslated ? .omit : .empty
        var entries = entries
        if options.isSource {
            for index in entries.indices { entries[index].value = entries[index].source }
        }
        let result = try Snapshot.reading("template") { () throws(InterchangeError) in
            try format.write(entries, language: language, options: options)
        }
        if let left = result.unrepresentable.first {
            throw Refusal(
                .invalidValue,
                "“\(left.string.key)” cannot be written in this format: \(left.reason)",
                hint: .typed("Choose another format with --format."))
        }
        guard let file = result.files.first, result.files.count == 1 else {
            throw Refusal(
                .file, "The template would consist of \(result.files.count) files.",
                hint: .typed(
                    "Specify one section with --section, or write all files with `dragoman export --untranslated empty`."
                ))
        }
        return file.bytes
    }
}

extension Snapshot {
    /// Returns an empty translation file for the project's strings, or for the strings in one
    /// section.
    ///
    /// Without a language, returns Ver-ID's file for any language, or the source language's file,
    /// such as a POT. Only the source language's file includes strings that need no translation.
    public func template(
        for locale: LanguageTag?, in format: any FileFormat, section: String?
    ) throws -> [UInt8] {
        if locale == nil, section == nil, format.name == VerIDXML().name {
            return try Templates.verID(originals())
        }
        let details =
            format.traits.carriesDetails
            ? try model.detailsOfStrings(meta: format.traits.family) : nil
        let language = locale ?? project.source
        let categories = PluralCategories(of: language.rawValue)
        let wanted = try Set(
            model.entries(locale: project.source, chain: [])
                .filter { language == project.source || $0.isTranslatable }.map(\.string))
        let strings = try model.sourceStrings(section: section)
            .filter { wanted.contains($0.string) }
        let entries = strings.map { string in
            ExportEntry(
                string: string.string, source: string.value, value: nil,
                outline: string.value.withForms(of: categories),
                details: details?[string] ?? StringDetails())
        }
        return try Templates.file(
            of: entries, for: locale, in: format,
            ExportOptions(
                defaultSection: project.defaultSection, isSource: false,
                sourceLanguage: project.source, languages: Set(locales())))
    }
}
