import Mustache

/// The values of a struct, keyed by property name.
///
/// The values come from the struct's encoder, because the renderer would otherwise use reflection
/// for each hole.
struct FilledHoles: MustacheParent {
    private var values: [String: Any]

    init(_ content: any TemplateValues) throws {
        let encoder = HoleEncoder()
        try content.encode(to: encoder)
        values = encoder.holes.values
    }

    /// Creates the values of a page, with its frame under the name `frame`.
    init(_ content: any Template, frame: PageFrame) throws {
        try self.init(content)
        values["frame"] = try FilledHoles(frame)
    }

    func child(named name: String) -> Any? { values[name] }
}

/// The value of an optional that is nil.
///
/// Without this value, the renderer would look up the name in the enclosing values.
private struct Absent: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
}

/// The error thrown when no hole can show a property's type, which is a defect in the program.
private struct UnsupportedProperty: Error {}

/// Collects the properties of one struct.
private struct HoleEncoder: Encoder {
    final class Holes {
        var values: [String: Any] = [:]
    }

    let holes = Holes()
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(HoleContainer<Key>(holes: holes))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnsupportedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { UnsupportedContainer() }
}

private struct HoleContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let holes: HoleEncoder.Holes
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { holes.values[key.stringValue] = Absent() }
    func encode(_ value: String, forKey key: Key) { holes.values[key.stringValue] = value }
    func encode(_ value: Bool, forKey key: Key) { holes.values[key.stringValue] = value }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        switch value {
        case let values as any TemplateValues:
            holes.values[key.stringValue] = try FilledHoles(values)
        case let texts as [String]: holes.values[key.stringValue] = texts
        case let list as [any TemplateValues]:
            holes.values[key.stringValue] = try list.map { try FilledHoles($0) }
        default: throw UnsupportedProperty()
        }
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { superEncoder().container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnsupportedContainer()
    }
    func superEncoder() -> any Encoder { HoleEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// Rejects values that are not properties of a struct.
private struct UnsupportedContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() throws { throw UnsupportedProperty() }
    func encode<Value: Encodable>(_ value: Value) throws { throw UnsupportedProperty() }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { superEncoder().container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { HoleEncoder() }
}
