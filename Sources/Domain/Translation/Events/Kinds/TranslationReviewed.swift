/// A text was marked as reviewed.
///
/// The review applies as long as the text is current. If the text has both reviews and flags, the
/// event with the greatest id decides.
enum TranslationReviewed: EventKind {
    typealias Fields = Judgement

    static var name: String { "translation.reviewed" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .reviewer, affects: [.review])
    }
}
