/// A call that asks for a string: its name, and which argument is the key.
public struct CallPattern: Sendable, Equatable, Codable {
    /// The name and, before it, those that must stand before its dots: `["L10n", "text"]`.
    package let path: [String]
    /// The label of the key; `nil` for a first argument without label.
    package let keyLabel: String?
    /// The manner that strings found by it are reported with.
    package var manner = FoundString.Manner.call
    /// Whether a key that is no literal is worth a word; some names take texts of all kinds.
    package var namesKeysOnly = true
    /// The modules whose names may stand before it; `nil` for a name that anything may stand before.
    package var modules: Set<String>?
    /// Whether it counts only in files that import one of the modules, since others call their own things so.
    package var wantsImport = false
    /// Whether it is a method, which stands after a dot whatever is before that.
    package var isMethod = false
    /// Whether its arguments `value:` and `defaultValue:` are source texts.
    package var statesText = true
    /// The table of its strings, where that is always the same.
    package var table: String?

    /// Reads a pattern as people write it: `text`, `L10n.text`, or `translate(key:)` for a key with a label.
    ///
    /// Returns `nil` for anything else.
    public init?(_ text: String) {
        var name = text[...]
        var label: String?
        if let open = name.firstIndex(of: "(") {
            guard name.hasSuffix(":)") else { return nil }
            label = String(name[name.index(after: open)...].dropLast(2))
            name = name[..<open]
        }
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let names = path + [label].compactMap(\.self)
        guard names.allSatisfy(Self.isIdentifier) else { return nil }
        self.init(path: path, keyLabel: label == "_" ? nil : label)
    }

    /// Takes the parts of a pattern.
    package init(path: [String], keyLabel: String?) {
        self.path = path
        self.keyLabel = keyLabel
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first.properties.isXIDStart || first == "_")
            && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }
}
