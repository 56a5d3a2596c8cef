/// Groups of placeholders that any text can contain, unless its string's flags exclude them.
package struct PlaceholderFamilies: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `%d`, `%(name)s`, `%1$@`, and Apple's `%#@name@` and `%arg`.
    static let printf = PlaceholderFamilies(rawValue: 1)
    /// `{name}`, `{0}`, and ICU's choices.
    static let braces = PlaceholderFamilies(rawValue: 2)
    /// `${name}`.
    static let dollarBraces = PlaceholderFamilies(rawValue: 4)
    /// `%{name}`.
    static let percentBraces = PlaceholderFamilies(rawValue: 8)
    /// The placeholders of i18next and MediaWiki: `{{name}}`, `$t(key)`, `$1`.
    static let templates = PlaceholderFamilies(rawValue: 16)

    /// All groups.
    static let all: PlaceholderFamilies = [
        .printf, .braces, .dollarBraces, .percentBraces, .templates,
    ]
}

/// The placeholders in one kind of gettext format string.
///
/// The kinds and their names come from [gettext's
/// manual](https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html).
struct FormatKind {
    let families: PlaceholderFamilies
    let notations: Set<PlaceholderNotation>

    /// Creates the kind for a flag without its affixes, such as `c` for `c-format` or
    /// `no-c-format`; nil for unknown flags.
    init?(flag: Substring) {
        switch flag {
        case "c", "objc", "gcc-internal", "gfc-internal", "python", "java-printf", "php", "perl",
            "lua", "awk", "go", "tcl", "d", "ocaml", "object-pascal", "modula2", "elisp", "librep",
            "sh-printf":
            (families, notations) = (.printf, [])
        // ttag, https://ttag.js.org, uses this flag for its `${name}` templates.
        case "javascript": (families, notations) = ([.printf, .dollarBraces], [])
        case "c++", "csharp", "java", "python-brace", "perl-brace", "rust":
            (families, notations) = (.braces, [])
        case "ruby": (families, notations) = ([.printf, .percentBraces], [.ruby])
        case "boost": (families, notations) = (.printf, [.qt])
        case "qt", "qt-plural", "kde", "kde-kuit", "smalltalk", "ycp":
            (families, notations) = ([], [.qt])
        case "sh": (families, notations) = (.dollarBraces, [])
        // The “~a” of Lisp and Scheme is not recognized as a placeholder.
        case "lisp", "scheme": (families, notations) = ([], [])
        default: return nil
        }
    }
}

extension PlaceholderNotations {
    /// Returns the notations of a string, given the flags of its gettext messages.
    ///
    /// If there are flags such as `c-format`, the string uses only their notations and those that
    /// the project chose. Otherwise, flags such as `no-c-format` exclude notations. Other flags
    /// have no effect.
    public func declared(by flags: [String]) -> PlaceholderNotations {
        guard !flags.isEmpty else { return self }
        var declared: [FormatKind] = []
        var excluded: [FormatKind] = []
        for flag in flags where flag.hasSuffix(Self.formatSuffix) {
            let name = flag.dropLast(Self.formatSuffix.count)
            if let kind = FormatKind(flag: name) {
                declared.append(kind)
            } else if name.hasPrefix("no-"), let kind = FormatKind(flag: name.dropFirst(3)) {
                excluded.append(kind)
            }
        }
        if declared.isEmpty {
            return PlaceholderNotations(
                families: families.subtracting(Self.families(of: excluded)),
                notations: notations.subtracting(excluded.flatMap(\.notations)),
                patterns: patterns, isImplied: isImplied)
        }
        let own = isImplied ? [] : notations
        return PlaceholderNotations(
            families: Self.families(of: declared),
            notations: own.union(declared.flatMap(\.notations)), patterns: patterns,
            isImplied: false)
    }

    /// The suffix of gettext flags for a kind of format string.
    public static let formatSuffix = "-format"

    private static func families(of kinds: [FormatKind]) -> PlaceholderFamilies {
        kinds.reduce(into: []) { $0.formUnion($1.families) }
    }

    /// Whether a text can contain ICU arguments in braces.
    package var mayUseBraces: Bool { families.contains(.braces) }
}
