package import JSON

/// A JSON Schema (2020-12), in the dialect of OpenAPI 3.1.
package struct JSONSchema: Sendable, Hashable {
    package let json: JSONValue

    package init(json: JSONValue) { self.json = json }

    /// The schema of any string.
    package static let string = JSONSchema(json: .members(("type", "string")))
    package static let integer = JSONSchema(json: .members(("type", "integer")))
    package static let boolean = JSONSchema(json: .members(("type", "boolean")))
    /// The schema of any value.
    package static let any = JSONSchema(json: .members())

    /// The schema of a string that matches a regular expression.
    package static func string(pattern: String) -> JSONSchema {
        JSONSchema(json: .members(("type", "string"), ("pattern", .string(pattern))))
    }

    /// The schema of a string that has one of the given values.
    package static func string(oneOf values: [String]) -> JSONSchema {
        JSONSchema(json: .members(("type", "string"), ("enum", .array(values.map { .string($0) }))))
    }

    /// The schema of an integer in a range.
    package static func integer(in range: ClosedRange<Int64>) -> JSONSchema {
        JSONSchema(
            json: .members(
                ("type", "integer"), ("minimum", .integer(range.lowerBound)),
                ("maximum", .integer(range.upperBound))))
    }

    /// The schema of a list whose elements have the given schema.
    package static func array(of element: JSONSchema) -> JSONSchema {
        JSONSchema(json: .members(("type", "array"), ("items", element.json)))
    }

    /// The schema of an object that maps any key to a value with the given schema.
    package static func map(of value: JSONSchema) -> JSONSchema {
        JSONSchema(json: .members(("type", "object"), ("additionalProperties", value.json)))
    }

    /// The schema of an object with required and optional members.
    ///
    /// Unlisted members are allowed, because responses may gain new members.
    package static func object(
        required: KeyValuePairs<String, JSONSchema> = [:],
        optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        object(required: required, optionalMembers: Array(optional))
    }

    /// The schema of an object whose optional members come from several lists.
    static func object(
        required: KeyValuePairs<String, JSONSchema> = [:],
        optionalMembers: [(key: String, value: JSONSchema)]
    ) -> JSONSchema {
        let properties = (Array(required) + optionalMembers).map { ($0.key, $0.value.json) }
        var members: [(String, JSONValue)] = [
            ("type", "object"), ("properties", .members(properties)),
        ]
        if !required.isEmpty {
            members.append(("required", .array(required.map { .string($0.key) })))
        }
        return JSONSchema(json: .members(members))
    }

    /// A reference to a named schema, listed in ``Route/schemas``.
    package static func named(_ name: String) -> JSONSchema {
        JSONSchema(json: .members(("$ref", .string("#/components/schemas/" + name))))
    }
}

extension JSONValue {
    /// An object with members in the given order.
    static func members(_ members: (String, JSONValue)...) -> JSONValue { .members(members) }

    static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(uniqueMembers: members.map { (key: $0.0, value: $0.1) }))
    }
}
