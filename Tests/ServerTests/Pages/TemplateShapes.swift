@testable import ServerPages

/// The properties of value types, determined without a value.
struct TemplateShapes {
    enum Property {
        case text, flag
        case values(any TemplateValues.Type)
    }

    private var known: [ObjectIdentifier: [String: Property]] = [:]

    /// Returns the properties of a type; lists and optionals count as their elements.
    ///
    /// Lists and optionals count as their elements.
    mutating func properties(of type: any TemplateValues.Type) throws -> [String: Property] {
        if let properties = known[ObjectIdentifier(type)] { return properties }
        let reader = ShapeReader()
        _ = try type.init(from: reader)
        known[ObjectIdentifier(type)] = reader.notes.properties
        return reader.notes.properties
    }

    struct Unsupported: Error {
        let type: String
    }
}

/// Decodes an empty value of any type, and records the properties that it requests.
private struct ShapeReader: Decoder {
    final class Notes {
        var properties: [String: TemplateShapes.Property] = [:]
    }

    let notes = Notes()
    /// The property whose elements are read, if in a list.
    var list: (notes: Notes, name: String)?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Properties<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let list else { throw TemplateShapes.Unsupported(type: "list of lists") }
        return Elements(notes: list.notes, name: list.name)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw TemplateShapes.Unsupported(type: "single value")
    }

    /// Records a property, and returns an empty value of its type.
    static func empty<Value: Decodable>(
        _ type: Value.Type, _ name: String, in notes: Notes
    ) throws -> Value {
        if let text = "" as? Value {
            notes.properties[name] = .text
            return text
        }
        if let flag = false as? Value {
            notes.properties[name] = .flag
            return flag
        }
        if let values = type as? any TemplateValues.Type {
            notes.properties[name] = .values(values)
            return try type.init(from: ShapeReader())
        }
        return try type.init(from: ShapeReader(list: (notes, name)))
    }
}

private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: ShapeReader.Notes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try ShapeReader.empty(type, key.stringValue, in: notes)
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw TemplateShapes.Unsupported(type: key.stringValue)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw TemplateShapes.Unsupported(type: key.stringValue)
    }
    func superDecoder() throws -> any Decoder { throw TemplateShapes.Unsupported(type: "super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

/// A list with one element.
private struct Elements: UnkeyedDecodingContainer {
    let notes: ShapeReader.Notes
    let name: String
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(notes: ShapeReader.Notes, name: String) {
        self.notes = notes
        self.name = name
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        return try ShapeReader.empty(type, name, in: notes)
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        throw TemplateShapes.Unsupported(type: name)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw TemplateShapes.Unsupported(type: name)
    }
    mutating func superDecoder() throws -> any Decoder {
        throw TemplateShapes.Unsupported(type: "super")
    }
}
