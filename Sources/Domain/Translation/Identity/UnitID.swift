public import Texts

/// The id of a unit: a string in one language.
public struct UnitID: Hashable, Comparable, Sendable {
    /// The language of the unit's text.
    public let locale: LanguageTag
    /// The string's section and key.
    public let string: StringID

    /// Creates an id from a language and a string.
    public init(_ locale: LanguageTag, _ string: StringID) {
        self.locale = locale
        self.string = string
    }

    /// Orders by language, then by string, comparing bytes.
    public static func < (a: UnitID, b: UnitID) -> Bool {
        a.locale == b.locale ? a.string < b.string : a.locale < b.locale
    }

    /// Returns the unit's id as shown in messages, such as `fr auth:login.title`.
    public func spelled(in project: Project) -> String {
        "\(locale) \(string.spelled(in: project))"
    }
}
