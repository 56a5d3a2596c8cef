public import Texts
import Translation

/// The paths of a resource's files, one per language, such as `locales/{locale}.json`.
///
/// `{locale}` is replaced by the language, in the spelling that its position requires:
///
/// | pattern | `pt-BR` | source language |
/// |---|---|---|
/// | `values-{locale}/` | `values-pt-rBR/` | `values/` |
/// | `{locale}.lproj/` | `pt-BR.lproj/` | `en.lproj/` |
/// | `{locale}.json` | `pt-BR.json` | `en.json` |
///
/// `{locale_with_underscore}` is always replaced by a spelling such as `pt_BR`. A pattern without a
/// placeholder is the path of a single file for all languages.
public struct FilePattern: Sendable, Hashable {
    /// The pattern as users read and write it.
    public let text: String

    static let tag = "{locale}"
    static let underscored = "{locale_with_underscore}"

    /// Parses a pattern; returns `nil` if it is not a safe relative path or contains other braces.
    public init?(_ text: String) {
        let plain = text.replacing(Self.tag, with: "").replacing(Self.underscored, with: "")
        guard SafePath.isSafe(text), !plain.utf8.contains(UInt8(ascii: "{")),
            !plain.utf8.contains(UInt8(ascii: "}"))
        else { return nil }
        self.text = text
    }

    /// Whether each language has its own path.
    public var hasLanguage: Bool {
        text.contains(Self.tag) || text.contains(Self.underscored)
    }

    /// The same pattern with underscores in languages; unchanged for Android and Apple directories.
    public var withUnderscores: FilePattern? {
        guard !text.contains("values-{locale}/"), !text.contains("{locale}.lproj") else {
            return self
        }
        return FilePattern(text.replacing(Self.tag, with: Self.underscored))
    }

    /// A normalized pattern that identifies the resource.
    ///
    /// Normalization is needed because languages can be spelled in several ways, and each Apple
    /// table has two files.
    public var comparable: String {
        Self.table(text.replacing(Self.underscored, with: Self.tag))
    }

    /// Returns the path of the `.strings` file that a `.stringsdict` file belongs to.
    ///
    /// Other paths are returned unchanged.
    public static func table(_ path: String) -> String {
        FilePath.removing(".stringsdict", from: path).map { $0 + ".strings" } ?? path
    }

    /// Returns the path of a file that an export writes for a resource at `place`.
    ///
    /// The plurals of an Apple table are stored next to the table.
    public static func path(of file: OutputFile, at place: String) -> String {
        let ending = ".stringsdict"
        guard FilePath.removing(ending, from: file.path) != nil,
            let table = FilePath.removing(".strings", from: place)
        else { return place }
        return table + ending
    }

    /// Returns the path of a language's file.
    public func path(of language: LanguageTag, isSource: Bool) -> String {
        let tag = language.rawValue
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            if part == "values-{locale}" {
                return isSource
                    ? "values" : LanguageSpelling.androidDirectory(tag) ?? "values-\(tag)"
            }
            return String(part).replacing(Self.tag, with: tag)
                .replacing(Self.underscored, with: tag.replacing("-", with: "_"))
        }
        return parts.joined(separator: "/")
    }
}

extension FileFormat {
    /// Returns the pattern that matches a file's path.
    ///
    /// Returns `nil` if the path contains no language, or contains the language in an unusual
    /// position.
    ///
    /// `spellings` are the spellings of the file's language, with the most likely first.
    public func pattern(ofPath path: String, spellings: [String]) -> FilePattern? {
        if let pattern = conventionalPattern(ofPath: path) { return pattern }
        for spelling in spellings where !spelling.isEmpty {
            let places = Self.places(of: spelling, in: path)
            for choice in [places] + places.reversed().map({ [$0] }) where !choice.isEmpty {
                func filled(_ word: String) -> String {
                    var text = path
                    for place in choice.reversed() { text.replaceSubrange(place, with: word) }
                    return text
                }
                let place = self.place(ofPath: path, languages: [])
                let probe = spelling == "de" ? "fr" : "de"
                let other = self.place(ofPath: filled(probe), languages: [])
                // A path that has no meaning to the format can still have a meaning to people.
                guard
                    place.language == nil
                        || other.language == probe && other.section == place.section
                else { continue }
                if let pattern = FilePattern(filled(FilePattern.tag)) { return pattern }
            }
        }
        return nil
    }

    /// Returns the pattern for the translations of a source file whose path contains no language.
    ///
    /// Returns `nil` if there is no convention.
    ///
    /// | source | translation | convention |
    /// |---|---|---|
    /// | `messages.properties` | `messages_pt_BR.properties` | `java.util.ResourceBundle` |
    /// | `po/app.pot` | `po/pt_BR.po` | GNU gettext |
    /// | `locale/app.pot` | `locale/pt_BR/LC_MESSAGES/app.po` | GNU gettext, Django |
    /// | `messages.xlf` | `messages.pt-BR.xlf` | Angular |
    public func pattern(besideSource path: String) -> FilePattern? {
        let parts = FilePath.parts(path)
        guard let file = parts.last else { return nil }
        let directory = parts.dropLast()
        func pattern(_ components: String...) -> FilePattern? {
            FilePattern((directory + components).joined(separator: "/"))
        }
        if let name = FilePath.removing(".properties", from: file) {
            return pattern("\(name)_\(FilePattern.underscored).properties")
        }
        if let name = FilePath.removing(".xlf", from: file) {
            return pattern("\(name).\(FilePattern.tag).xlf")
        }
        guard let name = FilePath.removing(".pot", from: file) else { return nil }
        return ["locale", "locales"].contains(directory.last)
            ? pattern(FilePattern.underscored, "LC_MESSAGES", name + ".po")
            : pattern(FilePattern.underscored + ".po")
    }

    /// Returns the pattern for a path in an Android or Apple resource directory.
    private func conventionalPattern(ofPath path: String) -> FilePattern? {
        var parts = FilePath.parts(path)
        let index = parts.dropLast().lastIndex { part in
            FilePath.removing(".lproj", from: part) != nil
                || part == "values" || part.hasPrefix("values-")
        }
        guard let index else { return nil }
        let isAndroid = FilePath.removing(".lproj", from: parts[index]) == nil
        guard isAndroid == (name == "android-xml") else { return nil }
        if isAndroid {
            // `values-night` and `values-de-land` are different resources.
            guard parts[index] == "values" || place(ofPath: path).language != nil else {
                return nil
            }
        }
        parts[index] = isAndroid ? "values-{locale}" : "{locale}.lproj"
        return FilePattern(FilePattern.table(parts.joined(separator: "/")))
    }

    /// Returns the ranges where a spelling occurs in a path without an adjacent letter or digit.
    private static func places(of spelling: String, in path: String) -> [Range<String.Index>] {
        func isOfWord(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber } ?? false
        }
        return path.ranges(of: spelling).filter { range in
            let before =
                range.lowerBound > path.startIndex
                ? path[path.index(before: range.lowerBound)] : nil
            let after = range.upperBound < path.endIndex ? path[range.upperBound] : nil
            return !isOfWord(before) && !isOfWord(after)
        }
    }
}
