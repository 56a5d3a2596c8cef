/// A text was marked as needing work.
///
/// The flag applies as long as the text is current. If the text has both reviews and flags, the
/// event with the greatest id decides.
enum TranslationFlagged: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.flagged" }
    static var traits: EventTraits { EventTraits(.translation, affects: [.review]) }
}
