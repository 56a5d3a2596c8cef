import SourceStrings

extension CallPattern {
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

    private static func foundation(
        _ name: String, keyLabel: String? = nil, namesKeysOnly: Bool = false
    ) -> CallPattern {
        var pattern = CallPattern(path: [name], keyLabel: keyLabel)
        pattern.manner = .foundation
        pattern.modules = ["Foundation", "Swift", "SwiftUI"]
        pattern.namesKeysOnly = namesKeysOnly
        return pattern
    }
}
