import JSON
import Texts

/// A single lookup, from keys and options to a text.
struct I18nextLookup {
    /// The result of a lookup.
    struct Answer {
        var text: String
        /// True if the resource is a text, false if it is a number or a Boolean.
        var isText = true
    }

    let texts: I18nextTexts
    /// The app's language.
    let language: String
    var syntax: I18nextSyntax { texts.syntax }
    var interpolation: I18nextInterpolation { texts.options.interpolation }

    /// The position where the search for the next reference starts.
    ///
    /// In i18next, all levels of nesting share one regular expression, which stores this position.
    /// Completing a text therefore restarts the search.
    var nestingIndex = 0
    var budget: Budget
    /// An identifier whose section is the namespace and whose key is not parsed.
    var exact: TextIdentifier?

    /// The remaining budget for nesting.
    struct Budget {
        var texts: Int
        var codeUnits = 1 << 22
        static let maximumDepth = 40

        var isSpent: Bool { texts <= 0 || codeUnits <= 0 }
    }

    init(_ texts: I18nextTexts, language: String) {
        self.texts = texts
        self.language = language
        budget = Budget(texts: texts.options.interpolation.maximumReplacements)
    }

    /// Returns the text of the first key that has a text.
    ///
    /// `parent` is the first key in the lookup whose text references these keys.
    mutating func translate(
        _ keys: [String], _ values: [String: Argument], parent: String? = nil, depth: Int = 0
    ) -> Answer {
        guard let last = keys.last else { return Answer(text: "") }
        let key = extract(last, values).key
        let language = language(values)
        if language.utf8.count == 6, language.lowercased() == "cimode" { return Answer(text: key) }
        let first = keys.first ?? last
        switch resolve(keys, values) {
        case .object: return sentence(key)
        case .list(let items):
            guard let separator = texts.options.listSeparator else { return sentence(key) }
            let text = items.map(\.joinedText).joined(separator: separator)
            guard !text.isEmpty else { return Answer(text: "") }
            // i18next drops the parent here, and therefore misses a cycle.
            return complete(text, key: first, values, parent: nil, depth)
        case .word(let word, _):
            nestingIndex = 0
            return Answer(text: word, isText: false)
        case .text(let text) where !text.isEmpty || syntax.returnsEmptyText:
            return complete(text, key: first, values, parent: parent, depth)
        case .text, .null, nil:
            let text = defaultText(values, language) ?? key
            return complete(text, key: first, values, parent: parent, depth)
        }
    }

    private func sentence(_ key: String) -> Answer {
        Answer(text: "key '\(key) (\(language))' returned an object instead of string.")
    }

    /// Returns the language of a lookup.
    ///
    /// The options in a reference can override it.
    func language(_ values: [String: Argument]) -> String {
        if case .text(let own) = values["lng"], !own.isEmpty { own } else { language }
    }

    private func defaultText(_ values: [String: Argument], _ language: String) -> String? {
        let suffixes = pluralSuffixes(values, language)
        let names = suffixes.map { "defaultValue" + $0 } + ["defaultValue"]
        let texts = names.compactMap { values[$0].map(JavaScript.text) }
        if let text = texts.first(where: { !$0.isEmpty }) { return text }
        return syntax.returnsEmptyText && values["defaultValue"] != nil ? "" : nil
    }

    // MARK: Keys

    /// Separates a key from its namespace.
    ///
    /// Returns the key and the namespaces to search.
    mutating func extract(_ key: String, _ values: [String: Argument])
        -> (key: String, namespaces: [String])
    {
        if let exact, key.isBytewiseEqual(to: exact.key) { return (key, [exact.section]) }
        let namespaces: [String] =
            switch values["ns"] {
            case .text(let name) where !name.isEmpty: [name]
            case .list(let names): names.map(JavaScript.text)
            default: [texts.options.defaultNamespace]
            }
        guard let separator = syntax.namespaceSeparator, key.containsBytes(of: separator),
            !syntax.isSentence(key)
        else { return (key, namespaces) }
        nestingIndex = 0
        guard syntax.nesting.firstMatch(in: Array(key.utf16)) == nil else {
            return (key, namespaces)
        }
        let parts = key.parts(separatedBy: separator)
        guard let first = parts.first, separator != syntax.keySeparator || texts.hasNamespace(first)
        else { return (key, namespaces) }
        let rest = parts.dropFirst().joined(separator: syntax.keySeparator ?? separator)
        return (rest, [first])
    }

    /// Returns the value of the first key that has a value, in its most specific form.
    mutating func resolve(_ keys: [String], _ values: [String: Argument]) -> I18nextNode? {
        let codes = texts.hierarchy(for: language(values))
        let context = context(values)
        var found: I18nextNode?
        for key in keys {
            let (key, namespaces) = extract(key, values)
            for namespace in namespaces + texts.options.fallbackNamespaces {
                for code in codes {
                    let table = texts.table(code, namespace)
                    for form in forms(of: key, values, context, code) {
                        found = table?.node(form)
                        if isText(found) { return found }
                    }
                }
            }
        }
        return found
    }

    private func isText(_ node: I18nextNode?) -> Bool {
        switch node {
        case nil, .null: false
        case .text(let text): syntax.returnsEmptyText || !text.isEmpty
        default: true
        }
    }

    // MARK: Forms

    /// Returns the forms of a key in a language, most specific first.
    private func forms(
        of key: String, _ values: [String: Argument], _ context: String?, _ code: String
    ) -> [String] {
        var suffixes = pluralSuffixes(values, code)
        if values["count"].flatMap(Self.number) == 0, !isOrdinal(values) {
            suffixes.insert(texts.options.pluralSeparator + "zero", at: 0)
        }
        suffixes.append("")
        var stems = [key]
        if let context { stems.insert(key + texts.options.contextSeparator + context, at: 0) }
        return stems.flatMap { stem in suffixes.map { stem + $0 } }.filter { !$0.isEmpty }
    }

    /// Returns a key's suffixes in a language for a count, or an empty list if there is no count.
    private func pluralSuffixes(_ values: [String: Argument], _ code: String) -> [String] {
        guard let count = values["count"].flatMap(Self.number) else { return [] }
        let isOrdinal = isOrdinal(values)
        return I18nextSuffix.searched(
            for: IntlPluralRules.category(of: count, isOrdinal: isOrdinal, in: code),
            isOrdinal: isOrdinal, separator: texts.options.pluralSeparator)
    }

    private func isOrdinal(_ values: [String: Argument]) -> Bool {
        switch values["ordinal"] {
        case .bool(let truth): truth
        case .integer(let number): number != 0
        case .text(let text): !text.isEmpty
        default: false
        }
    }

    func context(_ values: [String: Argument]) -> String? {
        switch values["context"] {
        case .text(let text) where !text.isEmpty: text
        case .some(let value) where Self.number(value) != nil: JavaScript.text(value)
        default: nil
        }
    }

    private static func number(_ value: Argument) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}
