import JSON

/// Somebody vouched for a text.
///
/// It counts as long as the text does; of a review and a flag the greater id decides.
enum TranslationReviewed: EventKind {
    static var name: String { "translation.reviewed" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .reviewer, affects: [.review])
    }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> (text: EventID, reason: String?) {
        (try reader.requiredEventID("text"), try reader.text("reason"))
    }

    static func add(
        _ fields: (text: EventID, reason: String?), to members: inout some JSONObjectBuilder
    ) {
        members.add("text", fields.text)
        members.add("reason", fields.reason)
    }

    static func resolve(
        _ fields: inout (text: EventID, reason: String?), _ resolve: (EventID) -> EventID
    ) {
        fields.text = resolve(fields.text)
    }
}
