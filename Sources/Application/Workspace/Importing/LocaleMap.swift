import Languages
public import Texts
import Translation

/// What names of languages in files mean in a project.
public struct LocaleMap: Sendable, Equatable {
    /// The languages, by what files call them.
    public private(set) var languages: [String: LanguageTag]
    /// Names of no languages: the texts of such files are comments.
    private var comments: Set<String> = []
    /// Whether languages have MediaWiki's fallback chains.
    private var findsChains = false
    /// The key of what files say of themselves, which is no string.
    private(set) var metadata: String?

    /// States what names mean.
    public init(_ languages: [String: LanguageTag] = [:]) { self.languages = languages }

    /// What MediaWiki's names mean; `qqq` is what its developers tell the translators.
    public static let mediaWiki: LocaleMap = {
        var map = LocaleMap(MediaWikiLanguages.tags.compactMapValues { LanguageTag($0) })
        map.findsChains = true
        map.comments = [MediaWikiLanguages.documentation]
        map.metadata = MediaWikiLanguages.metadata
        return map
    }()

    /// The maps that have names.
    public static let presets = ["mediawiki": mediaWiki]

    /// Takes another map's names too; where both have one, `other` counts.
    public mutating func merge(_ other: LocaleMap) {
        languages.merge(other.languages) { _, new in new }
        comments.subtract(other.languages.keys)
        comments.formUnion(other.comments)
        metadata = other.metadata ?? metadata
        findsChains = findsChains || other.findsChains
    }

    /// Returns the language of a name; nil where the map does not have it.
    public func language(named name: String) -> LanguageTag? { languages[name] }

    /// Returns the fallback chain of a language without the source, where the map has one.
    public func chain(of tag: LanguageTag) -> [LanguageTag]? {
        guard findsChains else { return nil }
        return MediaWikiLanguages.fallbacks(of: tag.rawValue)?.compactMap(LanguageTag.init)
    }

    /// Whether the texts of a file are comments.
    func namesComments(_ spelling: String) -> Bool { comments.contains(spelling) }

    /// Whether a name can be nothing but what is said here.
    func knows(_ spelling: String) -> Bool {
        languages[spelling] != nil || namesComments(spelling)
    }

    /// Returns what a file is called where that is a name of the map, such as `simple` for `i18n/simple.json`.
    func name(ofPath path: String) -> String? {
        guard let file = path.split(separator: "/").last else { return nil }
        let name = String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
        return knows(name) ? name : nil
    }

    /// Whether a key belongs to what files say of themselves.
    func isMetadata(_ key: String) -> Bool {
        metadata.map { key == $0 || key.hasPrefix($0 + ".") } ?? false
    }
}
