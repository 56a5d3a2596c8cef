public import JSON
public import Texts

extension Value {
    /// Reads a stored value: a text, or a tree with at most `maximumDepth` levels.
    public init(json: JSONValue) throws(EventDecodingError) {
        try self.init(json: json, depth: 1)
    }

    private init(json: JSONValue, depth: Int) throws(EventDecodingError) {
        guard depth <= Self.maximumDepth else {
            throw EventDecodingError(
                "The value is nested more than \(Self.maximumDepth) levels deep.")
        }
        if let text = json.stringValue {
            self = .text(Text(text))
            return
        }
        guard let object = json.objectValue else {
            throw EventDecodingError("A value must be a string or an object.")
        }
        let reader = FieldReader(object: object)
        if object["by"] != nil {
            self = .choice(try Self.choice(reader, depth: depth))
        } else if object["list"] != nil {
            var values: [Value] = []
            for item in try reader.array("list") {
                values.append(try Value(json: item, depth: depth + 1))
            }
            self = .list(values)
        } else if object["format"] != nil {
            let text = try reader.requiredText("format")
            var variables: [Variable] = []
            for (name, json) in try reader.reader("vars")?.object.members ?? [] {
                guard let object = json.objectValue else {
                    throw EventDecodingError("A variable in a format must be an object.")
                }
                let field = FieldReader(object: object)
                variables.append(
                    Variable(
                        name: name, spec: try field.text("spec"),
                        choice: try Self.choice(field, depth: depth)))
            }
            self = .format(Text(text), variables)
        } else {
            throw EventDecodingError(
                "A value must have one of the fields “by”, “list” and “format”.")
        }
    }

    private static func choice(
        _ reader: FieldReader<JSONObject>, depth: Int
    ) throws(EventDecodingError) -> Choice {
        guard let selector = Selector(rawValue: try reader.requiredText("by")) else {
            throw EventDecodingError(
                "A choice must be by plural, ordinal, select, device or width.")
        }
        guard let cases = try reader.reader("cases") else { throw reader.missing("cases") }
        var items: [Case] = []
        for (name, json) in cases.object.members {
            items.append(Case(name, try Value(json: json, depth: depth + 1)))
        }
        guard let choice = Choice(by: selector, argument: try reader.text("arg"), cases: items)
        else {
            throw EventDecodingError(
                items.isEmpty
                    ? "A choice has no cases."
                    : "A plural case must be a CLDR category, or “=” and a number.")
        }
        return choice
    }
}
