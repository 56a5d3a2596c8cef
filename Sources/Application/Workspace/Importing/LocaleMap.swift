import Languages
public import Texts
import Translation

/// The meanings of language names in files.
public struct LocaleMap: Sendable, Equatable {
    /// The languages, by their names in files.
    public private(set) var languages: [String: LanguageTag]
    /// Names of files that contain comments instead of a language's texts.
    private var comments: Set<String> = []
    /// Whether languages have MediaWiki's fallback chains.
    private var findsChains = false
    /// The key of a file's metadata, which is not a string.
    private(set) var metadata: String?

    /// Creates a map of languages by name.
    public init(_ languages: [String: LanguageTag] = [:]) { self.languages = languages }

    /// MediaWiki's language names.
    ///
    /// The file `qqq` contains notes from developers to translators.
    public static let mediaWiki: LocaleMap = {
        var map = LocaleMap(MediaWikiLanguages.tags.compactMapValues { LanguageTag($0) })
        map.findsChains = true
        map.comments = [MediaWikiLanguages.documentation]
        map.metadata = MediaWikiLanguages.metadata
        return map
    }()

    /// The predefined maps, by name.
    public static let presets = ["mediawiki": mediaWiki]

    /// Adds the names of another map, which override existing ones.
    public mutating func merge(_ other: LocaleMap) {
        languages.merge(other.languages) { _, new in new }
        comments.subtract(other.languages.keys)
        comments.formUnion(other.comments)
        metadata = other.metadata ?? metadata
        findsChains = findsChains || other.findsChains
    }

    /// Returns the language with the given name, or nil if the map does not contain the name.
    public func language(named name: String) -> LanguageTag? { languages[name] }

    /// Returns the fallback chain of a language, without the source language, if the map defines
    /// one.
    public func chain(of tag: LanguageTag) -> [LanguageTag]? {
        guard findsChains else { return nil }
        return MediaWikiLanguages.fallbacks(of: tag.rawValue)?.compactMap(LanguageTag.init)
    }

    /// Returns true if the texts in a file with this name are comments.
    func namesComments(_ spelling: String) -> Bool { comments.contains(spelling) }

    /// Returns true if the map contains the name, for a language or for comments.
    func knows(_ spelling: String) -> Bool {
        languages[spelling] != nil || namesComments(spelling)
    }

    /// Returns the name of a file or directory if the map contains it, such as `simple` for
    /// `i18n/simple.json`.
    func name(ofPath path: String) -> String? {
        guard let file = path.split(separator: "/").last else { return nil }
        let name = String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
        return knows(name) ? name : nil
    }

    /// Returns true if a key belongs to the metadata of a file.
    func isMetadata(_ key: String) -> Bool {
        metadata.map { key == $0 || key.hasPrefix($0 + ".") } ?? false
    }
}
