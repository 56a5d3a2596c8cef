/// A source string was removed.
///
/// The event is a head of the string's definition. Translations stay in the log.
enum StringRemoved: EventKind {
    typealias Fields = Void

    static var name: String { "string.removed" }
    static var traits: EventTraits {
        EventTraits(.sourceText, affects: [.project, .texts], removes: true)
    }
}
