public import Foundation
import Texts

/// Translates texts that are identified by their originals, like the Ver-ID SDK.
///
/// ```swift
/// let strings = try TranslatedStrings(url: file)
/// label.text = strings["Please wait"]
/// title.text = strings["Step %d of %d", 1, 3]
/// ```
///
/// If there is no translation, the original is shown.
public struct TranslatedStrings: Sendable {
    /// The language of the translations, or nil if there are no translations.
    public let resolvedLanguage: String?
    /// The region that the file specifies, if any.
    public let resolvedRegion: String?
    /// The files and directories that could not be read while choosing a file.
    ///
    /// Another file or the original texts are used instead.
    public private(set) var problems: [TextsFileProblem] = []
    private let texts: Texts

    /// The source of the translations.
    private enum Texts: Sendable {
        /// Ver-ID XML. An empty text means no translation, except for originals whose translation
        /// is deliberately empty.
        case originals([String: String], deliberatelyEmpty: Set<String>)
        /// i18next texts whose keys are the originals.
        case i18next(I18nextTexts, language: String)
        /// NStack texts whose paths `section.key` are the originals.
        case nstack(NStackTexts)
    }

    private init(language: String? = nil, region: String? = nil, _ texts: Texts) {
        resolvedLanguage = language
        resolvedRegion = region
        self.texts = texts
    }

    /// Creates a value without translations, so that originals are shown.
    private init(none: Void) { self.init(.originals([:], deliberatelyEmpty: [])) }

    /// Reads the file for the device's language from the app's bundle, like the SDK.
    ///
    /// If `useCurrentLocale` is false, originals are shown.
    public init(useCurrentLocale: Bool = true) {
        if useCurrentLocale { self.init(bundles: [.main]) } else { self.init(none: ()) }
    }

    /// Creates a value that looks up originals as i18next keys in a language and its fallback
    /// languages.
    ///
    /// If the originals are sentences with `.` and `:`, create the texts with options whose key and
    /// namespace separators are nil.
    public init(_ texts: I18nextTexts, language: String) {
        self.init(language: language, .i18next(texts, language: language))
    }

    /// Creates a value that looks up originals as NStack paths `section.key`.
    public init(_ texts: NStackTexts, language: String) {
        self.init(language: language, .nstack(texts))
    }

    /// Reads a Ver-ID XML file.
    ///
    /// Throws a ``TextsFileError`` if the file cannot be read, is larger than 16 MiB, or does not
    /// have this format.
    public init(url: URL) throws(TextsFileError) {
        try self.init(data: try BoundedFile.read(url))
    }

    /// Parses Ver-ID XML.
    ///
    /// Throws a ``TextsFileError`` if the data does not have this format.
    public init(data: Data) throws(TextsFileError) {
        let file = try VerIDFile(data)
        self.init(
            language: file.language, region: file.region,
            .originals(file.translations, deliberatelyEmpty: file.deliberatelyEmpty))
    }

    /// Reads the file for the device's language from directories, the app's before the library's.
    ///
    /// In each directory, `language_REGION.xml` is tried first, then `language.xml`, then the first
    /// `language_….xml` by name. All files in a directory are tried before the next directory. A
    /// file that cannot be read is listed in ``problems``, and the search continues. If there is no
    /// file, originals are shown. For the last of these files, the SDK uses the directory's own
    /// order. This library sorts by name, so that all devices show the same texts.
    ///
    /// `languages` are tags such as `fr-CA`, most preferred first. Only the first one is used.
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

    /// Reads the file for the device's language from bundles, the app's before the library's.
    public init(bundles: [Bundle], languages: [String] = Locale.preferredLanguages) {
        self.init(directories: bundles.compactMap(\.resourceURL), languages: languages)
    }

    /// The translation of a text, or the text itself if there is none.
    public subscript(original: String) -> String { translation(for: original) }

    /// The translation of a text, or the text itself, with arguments for `%@`, `%d` and similar
    /// conversions.
    ///
    /// Arguments can be numbers and texts, including variables, as in the SDK.
    public subscript(original: String, arguments: any CVarArg...) -> String {
        translation(for: original, arguments.map(Argument.init(formatted:)))
    }

    /// The translation of a text, or the text itself, with arguments for `%@`, `%d` and similar
    /// conversions.
    public subscript(original: String, arguments: Argument...) -> String {
        translation(for: original, arguments)
    }

    /// Returns the translation of a text, or the text itself, with arguments as in the SDK.
    public func translation(for original: String, args: any CVarArg...) -> String {
        translation(for: original, args.map(Argument.init(formatted:)))
    }

    /// Returns the translation of a text, or the text itself, with arguments.
    ///
    /// Without arguments, the text is returned unchanged, even if it contains `%`.
    public func translation(for original: String, _ arguments: [Argument] = []) -> String {
        PrintfFormat.format(text(for: original) ?? original, arguments)
    }

    /// Returns the translation of a text, or the text itself, with named arguments for i18next's
    /// `{{placeholders}}`.
    ///
    /// For i18next texts, `count` selects the plural form, and `context` selects a form such as
    /// `friend_male`.
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

    /// Returns true if a text has a translation.
    public func isTranslated(_ original: String) -> Bool { text(for: original) != nil }

    private func text(for original: String) -> String? {
        switch texts {
        case .originals(let translations, let deliberatelyEmpty):
            guard let text = translations[original] else { return nil }
            return text.isEmpty && !deliberatelyEmpty.contains(original) ? nil : text
        case .i18next(let texts, let language):
            return texts.exists(original, language: language)
                ? texts.text(original, language: language) : nil
        // A text that is not a path cannot be a key.
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
