/// A text was marked as reviewed.
///
/// This applies as long as the text is current. Between a review and a flag, the greater id wins.
enum TranslationReviewed: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.reviewed" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .reviewer, affects: [.review])
    }
}
