/// A notation of placeholders that could also be prose, so that a project or a source has to use it first.
package enum PlaceholderNotation: String, Hashable, Sendable, CaseIterable {
    /// `@name`: Drupal.
    case drupal
    /// `{$name}`: Fluent and MessageFormat 2.
    case fluent
    /// `{{ name | filter }}`: Jinja, Twig, Angular and Vue.
    case jinja
    /// `:name`: Laravel, and routes of Rails.
    case laravel
    /// `%1`, `%L1`, `%n`: Qt and KDE.
    case qt
    /// `%<name>d`: Ruby.
    case ruby
    /// `%name%`: Symfony.
    case symfony
    /// A notation that the project describes by an expression.
    case own
}

/// The notations of placeholders that count in a project, or in one of its strings.
public struct PlaceholderNotations: Hashable, Sendable {
    /// The groups of notations that every project has.
    let families: PlaceholderFamilies
    /// The notations to look for besides.
    let notations: Set<PlaceholderNotation>
    /// The project's own notations.
    let patterns: [NotationPattern]
    /// Whether nobody chose them, so that each counts only beside a source that has it.
    package let isImplied: Bool

    /// All notations, each beside a source that has it.
    public static let implied = PlaceholderNotations(
        families: .all, notations: Set(PlaceholderNotation.allCases), patterns: [],
        isImplied: true)

    /// The names that a project may choose from.
    public static let names = PlaceholderNotation.allCases.filter { $0 != .own }.map(\.rawValue)

    /// No more expressions than this are taken, since each is tried at every character.
    public static let mostPatterns = 16

    init(
        families: PlaceholderFamilies, notations: Set<PlaceholderNotation>,
        patterns: [NotationPattern], isImplied: Bool
    ) {
        self.families = families
        self.notations = notations
        self.patterns = patterns
        self.isImplied = isImplied
    }

    /// Takes names of notations, and expressions between slashes as in `/\[\w+\]/`.
    ///
    /// Throws a ``NotationPattern/Failure`` that says in one sentence what is wrong.
    public init(words: [String]) throws(NotationPattern.Failure) {
        var notations: Set<PlaceholderNotation> = []
        var patterns: [NotationPattern] = []
        for word in words {
            if word.utf8.count >= 2, word.utf8.first == UInt8(ascii: "/"),
                word.utf8.last == UInt8(ascii: "/")
            {
                patterns.append(try NotationPattern(Array(word.utf8.dropFirst().dropLast())))
            } else if let notation = PlaceholderNotation(rawValue: word), notation != .own {
                notations.insert(notation)
            } else {
                throw NotationPattern.Failure(
                    "There is no notation “\(word)”, only \(Self.names.joined(separator: ", ")), "
                        + "and expressions as in “/#[a-z]+#/”.")
            }
        }
        guard patterns.count <= Self.mostPatterns else {
            throw NotationPattern.Failure("There are more than \(Self.mostPatterns) expressions.")
        }
        self.init(
            families: .all, notations: notations, patterns: patterns, isImplied: false)
    }

    /// Whether a text with none of `%`, `$` and `{` may still have placeholders.
    public func mayUse(_ contains: (Unicode.Scalar) -> Bool) -> Bool {
        !patterns.isEmpty || notations.contains(.laravel) && contains(":")
            || notations.contains(.drupal) && (contains("@") || !isImplied && contains("!"))
    }
}
