/// A text was marked as needing work.
///
/// This applies as long as the text is current. Between a review and a flag, the greater id wins.
enum TranslationFlagged: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.flagged" }
    static var traits: EventTraits { EventTraits(.translation, affects: [.review]) }
}
