public import Foundation
import Texts

/// The texts of an app by their originals, as the Ver-ID SDK has them.
///
/// ```swift
/// let strings = try TranslatedStrings(url: file)
/// label.text = strings["Please wait"]
/// title.text = strings["Step %d of %d", 1, 3]
/// ```
///
/// Without a translation, the original is shown.
public struct TranslatedStrings: Sendable {
    /// The language of the file, as it says it; nil without a file.
    public let resolvedLanguage: String?
    /// The region of the file, where it says one.
    public let resolvedRegion: String?
    /// The files and directories that could not be read while a file was chosen; another file or the originals stand in.
    public private(set) var problems: [TextsFileProblem] = []
    private let texts: Texts

    /// The source of the translations.
    private enum Texts: Sendable {
        /// Of Ver-ID's XML; the empty text is none, but for originals that are empty on purpose.
        case originals([String: String], deliberatelyEmpty: Set<String>)
        /// Of i18next, where originals are keys.
        case i18next(I18nextTexts, language: String)
        /// Of NStack, where originals are `section.key`.
        case nstack(NStackTexts)
    }

    private init(language: String? = nil, region: String? = nil, _ texts: Texts) {
        resolvedLanguage = language
        resolvedRegion = region
        self.texts = texts
    }

    /// Translates nothing: all texts are shown as their originals.
    private init(none: Void) { self.init(.originals([:], deliberatelyEmpty: [])) }

    /// Takes the file for the device's language from the app's bundle, as the SDK does; with false, originals are shown.
    public init(useCurrentLocale: Bool = true) {
        if useCurrentLocale { self.init(bundles: [.main]) } else { self.init(none: ()) }
    }

    /// Looks originals up as keys of i18next's texts in a language and those that stand in for it.
    ///
    /// For sentences with `.` and `:`, make the texts with options whose separators of keys and namespaces are nil.
    public init(_ texts: I18nextTexts, language: String) {
        self.init(language: language, .i18next(texts, language: language))
    }

    /// Looks originals up as paths `section.key` of NStack's texts.
    public init(_ texts: NStackTexts, language: String) {
        self.init(language: language, .nstack(texts))
    }

    /// Reads a file of Ver-ID's XML.
    ///
    /// Throws a ``TextsFileError`` if the file cannot be read, has more than 16 MiB or is no such file.
    public init(url: URL) throws(TextsFileError) {
        try self.init(data: try BoundedFile.read(url))
    }

    /// Reads Ver-ID's XML.
    ///
    /// Throws a ``TextsFileError`` if the bytes are no such file.
    public init(data: Data) throws(TextsFileError) {
        let file = try VerIDFile(data)
        self.init(
            language: file.language, region: file.region,
            .originals(file.translations, deliberatelyEmpty: file.deliberatelyEmpty))
    }

    /// Takes the file for the device's language from directories, the app's before the library's.
    ///
    /// In each directory `language_REGION.xml` counts, then `language.xml`, then the first `language_….xml` by name; all of one directory
    /// is tried before the next, and a file that cannot be read does not stop the search: ``problems`` lists it. Where there is none, originals are shown. The
    /// SDK takes the directory's own order for the third rule; here it is that of the names, so that every device shows the same.
    ///
    /// `languages` are tags such as `fr-CA`, the most wanted first, of which the first counts.
    public init(directories: [URL], languages: [String] = Locale.preferredLanguages) {
        var problems: [TextsFileProblem] = []
        var names = directories.map { Self.fileNames(in: $0, &problems) }
        while let file = VerIDNegotiation.choose(languages, bundles: names) {
            let url = directories[file.bundle].appendingPathComponent(file.name)
            do {
                var strings = try TranslatedStrings(url: url)
                strings.problems = problems
                self = strings
                return
            } catch {
                problems.append(TextsFileProblem(url: url, error: error))
            }
            names[file.bundle].removeAll { $0 == file.name }
        }
        self.init(none: ())
        self.problems = problems
    }

    /// Takes the file for the device's language from bundles, the app's before the library's.
    public init(bundles: [Bundle], languages: [String] = Locale.preferredLanguages) {
        self.init(directories: bundles.compactMap(\.resourceURL), languages: languages)
    }

    /// The translation of a text, or the text itself.
    public subscript(original: String) -> String { translation(for: original) }

    /// The translation of a text, or the text itself; `%@`, `%d` and their like stand for the arguments.
    ///
    /// Arguments are those of the SDK: numbers and texts, also in variables.
    public subscript(original: String, arguments: any CVarArg...) -> String {
        translation(for: original, arguments.map(Argument.init(formatted:)))
    }

    /// The translation of a text, or the text itself; `%@`, `%d` and their like stand for the arguments.
    public subscript(original: String, arguments: Argument...) -> String {
        translation(for: original, arguments)
    }

    /// The translation of a text, or the text itself, with the SDK's arguments in their places.
    public func translation(for original: String, args: any CVarArg...) -> String {
        translation(for: original, args.map(Argument.init(formatted:)))
    }

    /// The translation of a text, or the text itself, with arguments in their places.
    ///
    /// Without arguments the text is shown as it is, also where it has `%`.
    public func translation(for original: String, _ arguments: [Argument] = []) -> String {
        PrintfFormat.format(text(for: original) ?? original, arguments)
    }

    /// The translation of a text, or the text itself, with named arguments for `{{placeholders}}`, as i18next has them.
    ///
    /// `count` chooses the plural form and `context` a form such as `friend_male`, where the texts are i18next's.
    public func translation(
        for original: String, count: Int? = nil, context: String? = nil,
        named arguments: [String: Argument]
    ) -> String {
        guard case .i18next(let texts, let language) = texts else {
            return translation(for: original)
        }
        return texts.text(
            original, language: language, count: count, context: context, default: original,
            arguments: arguments)
    }

    /// Whether a text has a translation.
    public func isTranslated(_ original: String) -> Bool { text(for: original) != nil }

    private func text(for original: String) -> String? {
        switch texts {
        case .originals(let translations, let deliberatelyEmpty):
            guard let text = translations[original] else { return nil }
            return text.isEmpty && !deliberatelyEmpty.contains(original) ? nil : text
        case .i18next(let texts, let language):
            return texts.exists(original, language: language)
                ? texts.text(original, language: language) : nil
        // A text that is not a path is not a key.
        case .nstack(let texts): return try? texts.text(original)
        }
    }

    private static func fileNames(
        in directory: URL, _ problems: inout [TextsFileProblem]
    ) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        } catch {
            let reason = BoundedFile.reason(of: error)
            problems.append(TextsFileProblem(url: directory, error: .unreadable(reason)))
            return []
        }
    }
}
