public import Texts

/// The identity of a unit: a string in one language.
public struct UnitID: Hashable, Comparable, Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID

    /// Names a string in a language.
    public init(_ locale: LanguageTag, _ string: StringID) {
        self.locale = locale
        self.string = string
    }

    /// Orders by language, then by string, by bytes.
    public static func < (a: UnitID, b: UnitID) -> Bool {
        a.locale == b.locale ? a.string < b.string : a.locale < b.locale
    }

    /// The unit as it is written in messages: `fr auth:login.title`.
    public func spelled(in project: Project) -> String {
        "\(locale) \(string.spelled(in: project))"
    }
}
