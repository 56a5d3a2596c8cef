public import JSON

extension TranslationContext: Hashable {
    /// The context as an object of the protocol for commands, without missing facts.
    public var json: JSONValue {
        .object { members in
            members.add("key", key)
            members.add("section", section)
            members.add("meaning", meaning)
            members.add("comment", comment)
            members.add("maxLength", lengthLimit?.json)
            members.add("form", form?.json)
            if !placeholders.isEmpty {
                members.addObject("placeholders") { numbers in
                    for (index, original) in placeholders.enumerated() {
                        numbers.add("\(index + 1)", original)
                    }
                }
            }
            members.add("previousSource", previousSource)
            members.add("neighbours", neighbours.map(\.json))
            members.add("terms", terms.map(\.json))
            members.add("otherLanguages", otherLanguages.map(\.json))
            members.add("similarTexts", similarTexts.map(\.json))
            members.add("rejectedTexts", rejectedTexts.map(\.json))
        }
    }

    /// Reads a context, and ignores members that are unknown or have another type.
    ///
    /// Without an object, the context contains no facts.
    public init(json object: JSONObject?) {
        guard let json = object else { return }
        func list<Item>(_ name: String, _ item: (JSONObject) -> Item?) -> [Item] {
            json[name]?.arrayValue?.compactMap { $0.objectValue.flatMap(item) } ?? []
        }
        key = json["key"]?.stringValue
        section = json["section"]?.stringValue
        meaning = json["meaning"]?.stringValue
        comment = json["comment"]?.stringValue
        lengthLimit = json["maxLength"]?.objectValue.flatMap { object in
            guard let count = object["n"]?.integerValue, let unit = object["unit"]?.stringValue
            else { return nil }
            return LengthLimit(count: count, unit: unit)
        }
        form = json["form"]?.objectValue.flatMap { object in
            object["name"]?.stringValue.map {
                Form(name: $0, numbers: object["numbers"]?.stringValue)
            }
        }
        let numbers = json["placeholders"]?.objectValue
        while let original = numbers?["\(placeholders.count + 1)"]?.stringValue {
            placeholders.append(original)
        }
        previousSource = json["previousSource"]?.stringValue
        neighbours = list("neighbours") { object in
            guard let key = object["key"]?.stringValue, let text = object["text"]?.stringValue
            else { return nil }
            return Neighbour(key: key, text: text)
        }
        terms = list("terms") { object in
            guard let source = object["source"]?.stringValue,
                let target = object["target"]?.stringValue
            else { return nil }
            return Term(source: source, target: target)
        }
        otherLanguages = list("otherLanguages") { object in
            guard let locale = object["locale"]?.stringValue,
                let text = object["text"]?.stringValue
            else { return nil }
            return Translation(locale: locale, text: text)
        }
        similarTexts = list("similarTexts") { object in
            guard let percent = object["percent"]?.integerValue.flatMap({ Int(exactly: $0) }),
                let source = object["source"]?.stringValue,
                let target = object["target"]?.stringValue
            else { return nil }
            return SimilarText(percent: percent, source: source, target: target)
        }
        rejectedTexts = list("rejectedTexts") { object in
            object["text"]?.stringValue.map {
                RejectedText(text: $0, reason: object["reason"]?.stringValue)
            }
        }
    }

    /// Returns true if both contexts have the same facts, in the same bytes.
    public static func == (a: TranslationContext, b: TranslationContext) -> Bool {
        a.json == b.json
    }

    /// Feeds the facts to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension JSONMembers {
    /// Adds a list, unless it is empty.
    fileprivate mutating func add(_ key: String, _ values: [JSONValue]) {
        if !values.isEmpty { add(key, .array(values)) }
    }
}

extension TranslationContext.LengthLimit {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("n", .integer(count))
            members.add("unit", unit)
        }
    }
}

extension TranslationContext.Form {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("name", name)
            members.add("numbers", numbers)
        }
    }
}

extension TranslationContext.Neighbour {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("key", key)
            members.add("text", text)
        }
    }
}

extension TranslationContext.Term {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("source", source)
            members.add("target", target)
        }
    }
}

extension TranslationContext.Translation {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("locale", locale)
            members.add("text", text)
        }
    }
}

extension TranslationContext.SimilarText {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("percent", percent)
            members.add("source", source)
            members.add("target", target)
        }
    }
}

extension TranslationContext.RejectedText {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("text", text)
            members.add("reason", reason)
        }
    }
}
