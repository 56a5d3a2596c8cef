import JSON
import Texts

/// Reads fields of a JSON object by name and type.
///
/// A missing field is `nil`; a field of the wrong type is an error.
struct FieldReader<Object: JSONReadableObject> {
    let object: Object

    func has(_ key: String) -> Bool { object[key] != nil }

    func value(_ key: String) -> JSONValue? { object[key]?.json }

    func text(_ key: String) throws(EventDecodingError) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.stringValue else { throw wrongType(key, "a text") }
        return text
    }

    func requiredText(_ key: String) throws(EventDecodingError) -> String {
        guard let text = try text(key) else { throw missing(key) }
        return text
    }

    func integer(_ key: String) throws(EventDecodingError) -> Int64? {
        guard let value = object[key] else { return nil }
        guard let integer = value.integerValue else { throw wrongType(key, "an integer") }
        return integer
    }

    func flag(_ key: String) throws(EventDecodingError) -> Bool? {
        guard let value = object[key] else { return nil }
        guard let flag = value.boolValue else { throw wrongType(key, "true or false") }
        return flag
    }

    func array(_ key: String) throws(EventDecodingError) -> [JSONValue] {
        guard let value = value(key) else { return [] }
        guard let array = value.arrayValue else { throw wrongType(key, "an array") }
        return array
    }

    func texts(_ key: String) throws(EventDecodingError) -> [String] {
        try array(key).map { item throws(EventDecodingError) in
            guard let text = item.stringValue else { throw wrongType(key, "an array of strings") }
            return text
        }
    }

    func reader(_ key: String) throws(EventDecodingError) -> FieldReader? {
        guard let value = object[key] else { return nil }
        guard let object = value.objectValue else { throw wrongType(key, "an object") }
        return FieldReader(object: object)
    }

    func eventID(_ key: String) throws(EventDecodingError) -> EventID? {
        guard let value = object[key] else { return nil }
        var id: EventID?
        guard value.lendText(to: { id = EventID(utf8: $0) }) else { throw wrongType(key, "a text") }
        guard let id else { throw wrongType(key, "an event id") }
        return id
    }

    func requiredEventID(_ key: String) throws(EventDecodingError) -> EventID {
        guard let id = try eventID(key) else { throw missing(key) }
        return id
    }

    func eventIDs(_ key: String) throws(EventDecodingError) -> [EventID] {
        try texts(key).map { text throws(EventDecodingError) in
            guard let id = EventID(text) else { throw wrongType(key, "an array of event ids") }
            return id
        }
    }

    func actor(_ key: String) throws(EventDecodingError) -> Actor? {
        guard let reader = try reader(key) else { return nil }
        return try Actor(name: reader.requiredText("name"), email: reader.requiredText("email"))
    }

    func language(_ key: String) throws(EventDecodingError) -> LanguageTag {
        guard let tag = LanguageTag(try requiredText(key)) else {
            throw wrongType(key, "a language tag")
        }
        return tag
    }

    func requiredValue() throws(EventDecodingError) -> Value {
        guard let value = object["value"] else { throw missing("value") }
        return try Value(json: value.json)
    }

    func missing(_ key: String) -> EventDecodingError {
        EventDecodingError("The field “\(key)” is missing.")
    }

    func wrongType(_ key: String, _ expected: String) -> EventDecodingError {
        EventDecodingError("The field “\(key)” is not \(expected).")
    }
}
