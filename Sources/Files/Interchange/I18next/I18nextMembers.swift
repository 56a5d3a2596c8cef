import JSON
import Texts
import Translation

/// The reason why a string cannot be written, in one sentence.
struct UnwritableReason: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// A key of a file, including all dots, and its value.
struct I18nextMember {
    let key: String
    let value: JSONValue

    /// Returns the members written for a string: one, or one for each case of a plural.
    static func members(
        key: String, value: Value, plurals: I18nextPlurals
    ) throws(UnwritableReason) -> [I18nextMember] {
        if key.utf8.contains(0) {
            throw UnwritableReason("In this format, a key cannot contain U+0000.")
        }
        guard case .choice(let choice) = value else {
            return [I18nextMember(key: key, value: try json(value))]
        }
        if choice.selector == .select, choice.argument == nil || choice.argument == "context" {
            return try inContexts(key: key, choice, plurals: plurals)
        }
        guard [.plural, .ordinal].contains(choice.selector) else {
            throw UnwritableReason(
                "This format cannot choose a form by \(choice.selector.rawValue); it supports only plurals."
            )
        }
        if let argument = choice.argument, argument != "count" {
            throw UnwritableReason(
                "i18next chooses plural forms by “count”, not by “\(argument.string)”.")
        }
        let known = plurals.stem(ofKey: key) ?? key
        // The source may be a different kind of plural.
        let stem = choice.selector == I18nextSuffix.selector(ofStem: known) ? known : key
        guard choice.selector == I18nextSuffix.selector(ofStem: stem) else {
            throw UnwritableReason(
                choice.selector == .ordinal
                    ? "The cases would be read as those of another string, whose key ends in “_ordinal”."
                    : "In this format, the key of a cardinal plural must not end in “_ordinal”.")
        }
        return try members(stem: stem, choice)
    }

    /// Returns a member for each context, or several members if the context's text is a plural.
    private static func inContexts(
        key: String, _ choice: Value.Choice, plurals: I18nextPlurals
    ) throws(UnwritableReason) -> [I18nextMember] {
        let stem = plurals.stem(ofKey: key) ?? key
        let base = I18nextSuffix.removing(I18nextSuffix.ordinal, from: stem) ?? stem
        var all: [I18nextMember] = []
        for item in choice.cases {
            if case .choice(let inner) = item.value, inner.selector == .select {
                throw UnwritableReason("This format does not support nested contexts.")
            }
            let name = item.name.string
            if name == "other" {
                all += try members(key: key, value: item.value, plurals: plurals)
            } else if case .choice(let plural) = item.value,
                [.plural, .ordinal].contains(plural.selector)
            {
                let rank = plural.selector == .ordinal ? I18nextSuffix.ordinal : ""
                all += try members(stem: "\(base)_\(name)\(rank)", plural)
            } else {
                all.append(I18nextMember(key: "\(base)_\(name)", value: try json(item.value)))
            }
        }
        return all
    }

    /// Returns a member for each case of a plural.
    private static func members(
        stem: String, _ choice: Value.Choice
    ) throws(UnwritableReason) -> [I18nextMember] {
        var members: [I18nextMember] = []
        for item in choice.cases {
            guard PluralCase.categories.contains(item.name.string) else {
                throw UnwritableReason(
                    "This format does not support plural cases for exact numbers, such as “\(item.name.string)”."
                )
            }
            members.append(
                I18nextMember(key: stem + "_" + item.name.string, value: try json(item.value)))
        }
        return members
    }

    /// Returns the cases of a plural as the numbered forms of version 3.
    ///
    /// If the plural lacks a form's category, the form is omitted. If `fills` is true, the form
    /// gets the text of `other` instead, because version 3 has no fallback.
    static func numbered(
        _ cases: [I18nextMember], _ forms: [I18nextNumbering.Form], fills: Bool
    ) -> [I18nextMember] {
        var values: [String: JSONValue] = [:]
        var stem: String?
        for member in cases {
            guard let item = I18nextSuffix.pluralCase(of: member.key) else { continue }
            stem = item.stem
            values[item.category] = member.value
        }
        guard let stem else { return cases }
        return forms.compactMap { form in
            (values[form.category] ?? (fills ? values["other"] : nil)).map {
                I18nextMember(key: stem + form.suffix, value: $0)
            }
        }
    }

    private static func json(_ value: Value) throws(UnwritableReason) -> JSONValue {
        switch value {
        case .text(let text): return .string(text.string)
        case .list(let values):
            var items: [JSONValue] = []
            for value in values { items.append(try json(value)) }
            return .array(items)
        case .choice:
            throw UnwritableReason("This format does not support choices inside lists or plurals.")
        case .format:
            throw UnwritableReason("This format does not support texts with plural variables.")
        }
    }
}
