/// A call that requests a string: its name, and the argument that is the key.
public struct CallPattern: Sendable, Equatable, Codable {
    /// The call's name, preceded by the names that must come before its dots: `["L10n", "text"]`.
    package let path: [String]
    /// The label of the key argument; `nil` for an unlabeled first argument.
    package let keyLabel: String?
    /// The kind of request reported for strings found with the pattern.
    package var manner = FoundString.Manner.call
    /// Whether a key that is not a literal is reported.
    ///
    /// Some functions accept any text, not only keys.
    package var namesKeysOnly = true
    /// The modules whose names may precede the call; `nil` if any name may.
    package var modules: Set<String>?
    /// Whether the call counts only in files that import one of the modules, because other code
    /// uses the same name.
    package var wantsImport = false
    /// Whether the call is a method, which follows a dot and any expression.
    package var isMethod = false
    /// Whether the arguments `value:` and `defaultValue:` are source texts.
    package var statesText = true
    /// The table of the strings, if all calls use the same table.
    package var table: String?

    /// Parses a pattern as users write it: `text`, `L10n.text`, or `translate(key:)` for a labeled
    /// key.
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

    /// Creates a pattern from its parts.
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
