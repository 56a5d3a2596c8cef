/// A call that asks for a string: its name, and which argument is the key.
public struct CallPattern: Sendable, Equatable {
    /// The name and, before it, those that must stand before its dots: `["L10n", "text"]`.
    let path: [String]
    /// The label of the key; `nil` for a first argument without label.
    let keyLabel: String?
    /// How it is said that a string was found by it.
    var manner = FoundString.Manner.call
    /// Whether a key that is no literal is worth a word; some names take texts of all kinds.
    var namesKeysOnly = true
    /// The modules whose names may stand before it; `nil` for a name that anything may stand before.
    var modules: Set<String>?
    /// Whether it counts only in files that import one of the modules, since others call their own things so.
    var wantsImport = false

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

    private init(path: [String], keyLabel: String?) {
        self.path = path
        self.keyLabel = keyLabel
    }

    private static func foundation(
        _ name: String, keyLabel: String? = nil, namesKeysOnly: Bool = false
    ) -> CallPattern {
        var pattern = CallPattern(path: [name], keyLabel: keyLabel)
        pattern.manner = .foundation
        pattern.modules = ["Foundation", "Swift", "SwiftUI"]
        pattern.namesKeysOnly = namesKeysOnly
        return pattern
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first.properties.isXIDStart || first == "_")
            && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    /// Foundation's and SwiftUI's calls with a key.
    ///
    /// See <https://developer.apple.com/documentation/xcode/preparing-your-apps-text-for-translation>.
    static let known: [CallPattern] = [
        .foundation("NSLocalizedString", namesKeysOnly: true),
        .foundation("String", keyLabel: "localized"),
        .foundation("AttributedString", keyLabel: "localized"),
        .foundation("LocalizedStringResource"), .foundation("LocalizedStringKey"),
        .text,
    ]

    private static var text: CallPattern {
        var pattern = CallPattern.foundation("Text")
        pattern.modules = ["SwiftUI", "WidgetKit"]
        pattern.wantsImport = true
        return pattern
    }

    /// The types whose literals are keys.
    static let literalTypes: Set<String> = [
        "LocalizedStringKey", "LocalizedStringResource", "String.LocalizationValue",
    ]

    /// Whether a call by these names is meant, in a file with these imports; `init` at the end says nothing.
    func matches(_ names: [String], imports: Set<String>) -> Bool {
        let names = names.last == "init" ? names.dropLast() : names[...]
        guard names.suffix(path.count).elementsEqual(path) else { return false }
        guard let modules else { return true }
        return names.dropLast(path.count).allSatisfy(modules.contains)
            && (!wantsImport || !modules.isDisjoint(with: imports))
    }
}
