/// Somebody said that a text needs work.
///
/// It counts as long as the text does; of a review and a flag the greater id decides.
enum TranslationFlagged: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.flagged" }
    static var traits: EventTraits { EventTraits(.translation, affects: [.review]) }
}
