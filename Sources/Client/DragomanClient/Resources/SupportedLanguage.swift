import Foundation

/// A language that users can choose.
public struct SupportedLanguage: Sendable, Hashable, Identifiable {
    /// The tag, such as `fr-CA`.
    public let tag: String

    /// Creates a language with a tag.
    public init(_ tag: String) { self.tag = tag }

    /// The tag.
    public var id: String { tag }

    /// The name in the language itself, such as “français (Canada)”, or the tag if the system has
    /// no name.
    public var name: String { Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag }

    /// The name in another language.
    public func name(in language: String) -> String {
        Locale(identifier: language).localizedString(forIdentifier: tag) ?? tag
    }

    /// True if the language is written from right to left.
    public var isRightToLeft: Bool {
        Locale.Language(identifier: tag).characterDirection == .rightToLeft
    }
}
