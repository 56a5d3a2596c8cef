import JSON

/// A source string was defined or redefined, with all its attributes.
///
/// The event is a head of the string's definition. Translations of a different, earlier source text
/// become stale, unless the change is minor.
enum StringDefined: EventKind {
    static var name: String { "string.defined" }
    static var traits: EventTraits { EventTraits(.sourceText, affects: [.project, .texts]) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Definition {
        try Definition(reader)
    }

    static func add(_ fields: Definition, to members: inout some JSONObjectBuilder) {
        fields.addFields(to: &members)
    }
}

extension Definition {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        self.init(
            value: try reader.requiredValue(), comment: try reader.text("comment"),
            maximumLength: try Limit(reader.reader("maxLength")),
            placeholders: try reader.array("placeholders").map {
                json throws(EventDecodingError) in
                guard let object = json.objectValue else {
                    throw reader.wrongType("placeholders", "an array of objects")
                }
                let field = FieldReader(object: object)
                return Placeholder(
                    name: try field.requiredText("name"), type: try field.requiredText("type"),
                    example: try field.text("example"))
            },
            isTranslatable: try reader.flag("translate") ?? true,
            order: try reader.integer("order"), references: try reader.texts("refs"),
            labels: try reader.texts("labels"),
            screenshot: try reader.reader("screenshot").map {
                field throws(EventDecodingError) in
                Screenshot(url: try field.requiredText("url"), sha256: try field.text("sha256"))
            },
            isMinor: try reader.flag("minor") ?? false)
    }
}

extension Definition.Limit {
    init?(_ reader: FieldReader<some JSONReadableObject>?) throws(EventDecodingError) {
        guard let reader else { return nil }
        guard let count = try reader.integer("n") else { throw reader.missing("n") }
        guard let unit = Unit(rawValue: try reader.requiredText("unit")) else {
            throw reader.wrongType("unit", "width, grapheme, utf16 or byte")
        }
        self.init(count: count, unit: unit)
    }
}

extension Definition {
    func addFields(to members: inout some JSONObjectBuilder) {
        members.add("value", value)
        addAttributes(to: &members)
        members.add("minor", flag: isMinor)
    }

    /// Adds all fields except the text and the minor flag.
    func addAttributes(to members: inout some JSONObjectBuilder) {
        members.add("comment", comment)
        if let maximumLength {
            members.addObject("maxLength") { limit in
                limit.add("n", .integer(maximumLength.count))
                limit.add("unit", maximumLength.unit.rawValue)
            }
        }
        if !placeholders.isEmpty {
            members.add("placeholders", .array(placeholders.map(\.json)))
        }
        if !isTranslatable { members.add("translate", .bool(false)) }
        members.add("order", order.map(JSONValue.integer))
        members.add("refs", texts: references)
        members.add("labels", texts: labels)
        if let screenshot {
            members.addObject("screenshot") { picture in
                picture.add("url", screenshot.url)
                picture.add("sha256", screenshot.sha256)
            }
        }
    }

    /// Compares the stored forms.
    public static func == (a: Definition, b: Definition) -> Bool {
        var first = JSONMembers()
        var second = JSONMembers()
        a.addFields(to: &first)
        b.addFields(to: &second)
        return first.json == second.json
    }
}

extension Definition.Placeholder {
    var json: JSONValue {
        var members = JSONMembers()
        members.add("name", name)
        members.add("type", type)
        members.add("example", example)
        return members.json
    }
}
