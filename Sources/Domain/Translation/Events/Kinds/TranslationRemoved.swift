/// A text was removed.
///
/// The event is a head of the text's register. The language then has no text for the string.
enum TranslationRemoved: EventKind {
    typealias Fields = Void

    static var name: String { "translation.removed" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .translator, affects: [.texts], removes: true)
    }
}
