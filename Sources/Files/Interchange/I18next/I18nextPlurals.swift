import Texts
import Translation

/// The plurals in a section, which determine the keys that are plural cases.
///
/// A plural has a stem and a key. Its cases add their suffixes to the stem, and the repository
/// identifies the plural by the key. The two are equal unless the stem is also the key of a string
/// or another plural. In that case, the key is the stem with `_other`, which no string can have
/// because it is a plural case.
struct I18nextPlurals {
    /// A plural in the section.
    struct Plural {
        let key: String
        let selector: Value.Selector
        let argument: String?
    }

    private var plurals: [Value.Text: Plural] = [:]
    private var stems: [Value.Text: String] = [:]

    /// Whether there are no plurals.
    var isEmpty: Bool { plurals.isEmpty }

    /// The plural whose cases have this stem.
    subscript(stem stem: String) -> Plural? { plurals[Value.Text(stem)] }

    /// Returns the stem of the plural with this key.
    func stem(ofKey key: String) -> String? { stems[Value.Text(key)] }

    /// Finds the plurals in a source file from its texts.
    ///
    /// A key that ends in `_other` is a form if ``Evidence`` confirms it, or if `shape` already
    /// contains the plural. Plurals in `shape` with an argument name are ignored, because the
    /// argument in i18next is always `count`. If `allowed` is given, only the stems in it have
    /// cases.
    init(
        source leaves: [I18nextLeaves.Leaf], language: String?,
        stems allowed: Set<Value.Text>? = nil,
        section: String, shape: SourceShape
    ) {
        let sourceKeys = leaves.map(\.key)
        let keys = Set(sourceKeys.map { Value.Text($0) })
        let known = I18nextPlurals(shape: shape, section: section)
        let evidence = Evidence(leaves, language: language)
        let found = sourceKeys.compactMap { I18nextSuffix.removing("_other", from: $0) }
            .filter { stem in
                guard !stem.isEmpty else { return false }
                return allowed?.contains(Value.Text(stem))
                    ?? (known[stem: stem] != nil || evidence.isPlural(stem))
            }
        let stems = Set(found.map { Value.Text($0) })
        func isOwnString(_ key: String) -> Bool {
            guard keys.contains(Value.Text(key)) else { return false }
            guard let item = I18nextSuffix.pluralCase(of: key) else { return true }
            return !stems.contains(Value.Text(item.stem))
        }
        // Shorter stems come first, because only a shorter stem's plural can have another stem as
        // its key.
        for stem in found.sorted(by: { $0.utf8.count < $1.utf8.count }) {
            let isTaken = isOwnString(stem) || self.stems[Value.Text(stem)] != nil
            let short = I18nextSuffix.removing(I18nextSuffix.ordinal, from: stem) ?? ""
            let isShort =
                !short.isEmpty && !isOwnString(short) && self.stems[Value.Text(short)] == nil
            let key = isShort ? short : isTaken ? stem + "_other" : stem
            let selector = I18nextSuffix.selector(ofStem: stem)
            var argument: String? = "count"
            if case .choice(let known)? = shape.values[StringID(section: section, key: key)],
                known.selector == selector, known.argument == nil
            {
                argument = nil
            }
            add(Plural(key: key, selector: selector, argument: argument), stem: stem)
        }
    }

    /// Finds the plurals in a file in another language, given the source language's plurals.
    init(shape: SourceShape, section: String) {
        var choices: [(key: String, choice: Value.Choice)] = []
        var others: Set<Value.Text> = []
        var cardinals: Set<Value.Text> = []
        for (string, value) in shape.values where string.section.hasSameBytes(as: section) {
            if case .choice(let choice) = value, [.plural, .ordinal].contains(choice.selector) {
                choices.append((string.key, choice))
                if choice.selector == .plural { cardinals.insert(Value.Text(string.key)) }
            } else {
                others.insert(Value.Text(string.key))
            }
        }
        for (key, choice) in choices.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
            var stem = key
            if let shorter = I18nextSuffix.removing("_other", from: key), !shorter.isEmpty,
                others.contains(Value.Text(shorter)) || isMoved(shorter)
            {
                stem = shorter
            }
            if choice.selector == .ordinal {
                let short = I18nextSuffix.removing(I18nextSuffix.ordinal, from: stem).map {
                    Value.Text($0)
                }
                let hasOwnStem = short.map {
                    $0.string.isEmpty || others.contains($0) || cardinals.contains($0)
                }
                if hasOwnStem != true { stem = key + I18nextSuffix.ordinal }
            }
            guard choice.selector == I18nextSuffix.selector(ofStem: stem) else { continue }
            add(
                Plural(
                    key: key, selector: choice.selector, argument: choice.argument?.string),
                stem: stem)
        }
    }

    /// Decides whether a key with the suffix `_other` is a plural form.
    ///
    /// It could also be an ordinary text, such as the last in a list of kinds.
    private struct Evidence {
        private let values: [Value.Text: Value]
        /// The suffixes of the language's forms other than `other`.
        private let suffixes: [String]

        /// Examines the texts in a file.
        ///
        /// If the file's language is unknown, the suffixes of all plural categories are used.
        init(_ leaves: [I18nextLeaves.Leaf], language: String?) {
            values = Dictionary(
                leaves.map { (Value.Text($0.key), $0.value) },
                uniquingKeysWith: { first, _ in first })
            let categories =
                language.map { PluralRules.categories(of: $0, .cardinal).map(\.rawValue) }
                ?? PluralCase.categories
            suffixes = categories.filter { $0 != "other" }.map { "_" + $0 }
        }

        /// Returns whether the file has another form that the language needs, or a form with a
        /// count.
        ///
        /// A stem that ends in `_ordinal` is always a plural, because only plurals have two
        /// suffixes.
        func isPlural(_ stem: String) -> Bool {
            I18nextSuffix.selector(ofStem: stem) == .ordinal
                || suffixes.contains { values[Value.Text(stem + $0)] != nil }
                || PluralCase.categories.contains { category in
                    values[Value.Text("\(stem)_\(category)")].map(Self.counts) ?? false
                }
        }

        /// Returns whether a text contains `{{count}}`, in any of the spellings that i18next
        /// supports.
        private static func counts(_ value: Value) -> Bool {
            switch value {
            case .text(let text): counts(text.string)
            case .list(let values): values.contains(where: counts)
            default: false
            }
        }

        private static func counts(_ text: String) -> Bool {
            var scanner = ByteScanner(Array(text.utf8)[...])
            while scanner.skip(behind: "{{".utf8) {
                scanner.skipSpace()
                _ = scanner.skip(UInt8(ascii: "-"))
                scanner.skipSpace()
                guard scanner.skip("count".utf8) else { continue }
                scanner.skipSpace()
                if scanner.next == UInt8(ascii: "}") || scanner.next == UInt8(ascii: ",") {
                    return true
                }
            }
            return false
        }
    }

    /// Returns whether a plural has this key and a different stem.
    private func isMoved(_ key: String) -> Bool {
        guard let stem = stem(ofKey: key) else { return false }
        return !stem.hasSameBytes(as: key)
    }

    private mutating func add(_ plural: Plural, stem: String) {
        plurals[Value.Text(stem)] = plural
        stems[Value.Text(plural.key)] = stem
    }
}
