import JSON

/// A source string was taken out.
///
/// The head of the string's definition; translations stay in the log.
enum StringRemoved: EventKind {
    static var name: String { "string.removed" }
    static var traits: EventTraits {
        EventTraits(.sourceText, affects: [.project, .texts], removes: true)
    }

    static func fields(_: FieldReader<some JSONReadableObject>) {}

    static func add(_: Void, to _: inout some JSONObjectBuilder) {}
}
