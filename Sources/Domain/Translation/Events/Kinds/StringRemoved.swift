/// A source string was taken out.
///
/// The head of the string's definition; translations stay in the log.
enum StringRemoved: EventKind {
    typealias Fields = Void

    static var name: String { "string.removed" }
    static var traits: EventTraits {
        EventTraits(.sourceText, affects: [.project, .texts], removes: true)
    }
}
