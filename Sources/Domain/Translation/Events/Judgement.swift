import JSON

/// The fields of an event that reviews or flags a text: the event that set the text, and a reason.
typealias Judgement = (text: EventID, reason: String?)

extension EventKind where Fields == Judgement {
    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Judgement {
        (try reader.requiredEventID("text"), try reader.text("reason"))
    }

    static func add(_ fields: Judgement, to members: inout some JSONObjectBuilder) {
        members.add("text", fields.text)
        members.add("reason", fields.reason)
    }

    static func resolve(_ fields: inout Judgement, _ resolve: (EventID) -> EventID) {
        fields.text = resolve(fields.text)
    }
}
