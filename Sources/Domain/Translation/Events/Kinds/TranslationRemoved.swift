/// A text was taken out.
///
/// The head of the text's register: the language has no text for the string afterwards.
enum TranslationRemoved: EventKind {
    typealias Fields = Void

    static var name: String { "translation.removed" }
    static var traits: EventTraits { EventTraits(.translation, affects: [.texts], removes: true) }
}
