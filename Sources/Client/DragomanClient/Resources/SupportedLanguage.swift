import Foundation

/// A language that a person may choose.
public struct SupportedLanguage: Sendable, Hashable, Identifiable {
    /// The tag, such as `fr-CA`.
    public let tag: String

    /// Names a language.
    public init(_ tag: String) { self.tag = tag }

    /// The tag.
    public var id: String { tag }

    /// The name in the language itself, such as “français (Canada)”; the tag where the system knows none.
    public var name: String { Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag }

    /// The name in another language.
    public func name(in language: String) -> String {
        Locale(identifier: language).localizedString(forIdentifier: tag) ?? tag
    }

    /// Whether lines begin on the right.
    public var isRightToLeft: Bool {
        Locale.Language(identifier: tag).characterDirection == .rightToLeft
    }
}
