/// Somebody vouched for a text.
///
/// It counts as long as the text does; of a review and a flag the greater id decides.
enum TranslationReviewed: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.reviewed" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .reviewer, affects: [.review])
    }
}
