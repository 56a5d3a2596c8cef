import JSON
public import Texts

/// A language was added to the project.
///
/// If the project already has the language, its attributes are replaced.
enum LocaleAdded: EventKind {
    static var name: String { "locale.added" }
    static var traits: EventTraits { EventTraits(.locale, affects: [.project, .texts]) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> LocaleAttributes {
        guard reader.has("fallback") else { throw reader.missing("fallback") }
        let fallback = try reader.texts("fallback").map { text throws(EventDecodingError) in
            guard let tag = LanguageTag(text) else {
                throw reader.wrongType("fallback", "an array of language tags")
            }
            return tag
        }
        return LocaleAttributes(
            name: try reader.text("name"), fallback: fallback,
            isPlanned: try reader.flag("planned") ?? false)
    }

    static func add(_ fields: LocaleAttributes, to members: inout some JSONObjectBuilder) {
        members.add("name", fields.name)
        members.add("fallback", list: fields.fallback.map(\.rawValue))
        members.add("planned", flag: fields.isPlanned)
    }
}

/// The attributes of a language in the project.
public struct LocaleAttributes: Sendable {
    /// A display name that replaces the name from CLDR.
    public var name: String?
    /// The fallback chain, in order.
    ///
    /// It was computed when the language was added.
    public var fallback: [LanguageTag]
    /// True if the language was announced, but work on it has not started.
    public var isPlanned: Bool

    /// Creates attributes, for which only the fallback chain is required.
    public init(name: String? = nil, fallback: [LanguageTag], isPlanned: Bool = false) {
        self.name = name
        self.fallback = fallback
        self.isPlanned = isPlanned
    }
}
