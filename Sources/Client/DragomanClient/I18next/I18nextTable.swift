import JSON

/// A namespace in a language, with a flat table of its keys.
///
/// The table contains the results of ``search(_:)`` for the keys in the tree, so that most lookups
/// are a single dictionary access.
struct I18nextTable: Sendable {
    /// The result of looking up a key without options in a table.
    enum PlainAnswer {
        case text(String)
        /// The namespace has no value for the key.
        case absent
        case unknown
    }

    /// The maximum length of a key in the table, in bytes of UTF-8.
    ///
    /// Longer keys are searched for in the tree, because a deep tree could make the table much
    /// larger than the tree.
    private static let maximumKeyLength = 1024

    private let root: I18nextNode
    private let separator: String?
    private let ignoresStructure: Bool
    private var entries: [ExactText: I18nextNode] = [:]
    private(set) var plain = I18nextPlainTexts()
    /// True if a key that is not in the table can still exist, because member names contain
    /// separators or keys are too long.
    private var needsSearch = false

    /// Prepares a namespace.
    ///
    /// A value other than an object or a list has no texts.
    init(_ value: JSONValue, _ syntax: I18nextSyntax) {
        root = I18nextNode(value)
        separator = syntax.keySeparator
        ignoresStructure = syntax.ignoresJSONStructure
        if let separator { needsSearch = Self.hasSeparator(separator, in: root) }
        add(root, at: nil, syntax)
    }

    private static func hasSeparator(_ separator: String, in node: I18nextNode) -> Bool {
        switch node {
        case .object(let members):
            members.contains {
                $0.key.text.containsBytes(of: separator) || hasSeparator(separator, in: $0.value)
            }
        case .list(let items): items.contains { hasSeparator(separator, in: $0) }
        case .null, .text, .word: false
        }
    }

    private mutating func add(_ node: I18nextNode, at path: String?, _ syntax: I18nextSyntax) {
        if let path {
            guard path.utf8.count <= Self.maximumKeyLength else { return needsSearch = true }
            // Several paths can form the same key.
            if let found = needsSearch ? search(path) : node {
                entries[ExactText(path)] = found
                if let text = Self.plainText(found, for: path, syntax) { plain[path] = text }
            }
        }
        guard path == nil || separator != nil else { return }
        let start = path.map { $0 + (separator ?? "") } ?? ""
        switch node {
        case .object(let members):
            for (name, member) in members { add(member, at: start + name.text, syntax) }
        case .list(let items):
            for (index, item) in items.enumerated() { add(item, at: start + "\(index)", syntax) }
        case .null, .text, .word: break
        }
    }

    private static func plainText(
        _ node: I18nextNode, for key: String, _ syntax: I18nextSyntax
    ) -> String? {
        guard case .text(let text) = node, !text.isEmpty || syntax.returnsEmptyText, !key.isEmpty,
            key.utf8.allSatisfy({ $0 < 0x80 }),
            syntax.namespaceSeparator.map({ !key.containsBytes(of: $0) }) ?? true,
            !syntax.hasMarks(text)
        else { return nil }
        return text
    }

    // MARK: Lookup

    /// Returns the result for a key without options and without a namespace.
    func plainAnswer(_ key: String) -> PlainAnswer {
        if let text = plain[key] { return .text(text) }
        return needsSearch || entries[ExactText(key)] != nil ? .unknown : .absent
    }

    /// Returns the value of a key.
    func node(_ key: String) -> I18nextNode? {
        entries[ExactText(key)] ?? (needsSearch ? search(key) : nil)
    }

    /// Searches for a key like i18next: first by its nested path, then by member names that join
    /// several parts.
    private func search(_ key: String) -> I18nextNode? {
        guard let separator else { return root[key] }
        let parts = key.parts(separatedBy: separator)
        var nested: I18nextNode? = root
        for part in parts {
            nested = nested?[part]
            if nested == nil { break }
        }
        if nested?.isTruthy == true || !ignoresStructure { return nested }
        return Self.find(key, parts[...], in: root, separator)
    }

    /// Searches for a key whose parts may be joined in member names.
    ///
    /// Like i18next's `deepFind`, it uses the shortest matching name at each step and does not
    /// backtrack.
    private static func find(
        _ key: String, _ parts: ArraySlice<String>, in root: I18nextNode, _ separator: String
    ) -> I18nextNode? {
        if let found = root[key], found.isTruthy { return found }
        var current = root
        var index = parts.startIndex
        while index < parts.endIndex {
            guard current.isTruthy else { return nil }
            guard let next = current[parts[index]] else { break }
            if case .text = next, index + 1 < parts.endIndex { return nil }
            current = next
            index += 1
        }
        guard index < parts.endIndex else { return current }
        // No member is named after this part alone.
        for end in parts.indices[index...].dropFirst().map({ $0 + 1 }) {
            let name = parts[index..<end].joined(separator: separator)
            guard let found = current[name] else { continue }
            if case .null = found { return .null }
            if key.utf8.reversed().starts(with: name.utf8.reversed()) {
                if case .text = found { return found }
                if let same = found[name], case .text = same { return same }
            }
            let rest = parts[end...]
            let restOfKey = rest.joined(separator: separator)
            guard !restOfKey.isEmpty else { return nil }
            return find(restOfKey, rest, in: found, separator)
        }
        return nil
    }
}

/// Texts that need no completion, indexed by keys without a namespace.
///
/// All keys are ASCII. Comparing them with `String`, which is fastest, is therefore the same as
/// comparing bytes, except that the Kelvin sign equals K.
struct I18nextPlainTexts: Sendable {
    private struct Entry {
        let text: String
        let keyLength: Int
    }

    private var entries: [String: Entry] = [:]

    subscript(key: String) -> String? {
        get {
            guard let entry = entries[key], entry.keyLength == key.utf8.count else { return nil }
            return entry.text
        }
        set { entries[key] = newValue.map { Entry(text: $0, keyLength: key.utf8.count) } }
    }
}
