import JSON
import Texts

/// A text was set without a proposal.
///
/// The event is a head of the text's register.
enum TranslationSet: EventKind {
    static var name: String { "translation.set" }
    static var traits: EventTraits {
        EventTraits(.translation, writer: .translator, affects: [.texts])
    }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Value {
        try reader.requiredValue()
    }

    static func add(_ fields: Value, to members: inout some JSONObjectBuilder) {
        members.add("value", fields)
    }
}
