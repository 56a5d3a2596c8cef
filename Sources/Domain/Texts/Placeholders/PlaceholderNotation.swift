/// A placeholder notation that could also be prose, so it counts only if a project or a source uses
/// it.
package enum PlaceholderNotation: String, Hashable, Sendable, CaseIterable {
    /// `@name`: Drupal.
    case drupal
    /// `{$name}`: Fluent and MessageFormat 2.
    case fluent
    /// `{{ name | filter }}`: Jinja, Twig, Angular and Vue.
    case jinja
    /// `:name`: Laravel, and Rails routes.
    case laravel
    /// `%1`, `%L1`, `%n`: Qt and KDE.
    case qt
    /// `%<name>d`: Ruby.
    case ruby
    /// `%name%`: Symfony.
    case symfony
    /// A notation that the project defines with an expression.
    case own
}

/// The placeholder notations in use in a project, or in one of its strings.
public struct PlaceholderNotations: Hashable, Sendable {
    /// The groups of notations that are always in use.
    let families: PlaceholderFamilies
    /// The additional notations in use.
    let notations: Set<PlaceholderNotation>
    /// The project's own notations.
    let patterns: [NotationPattern]
    /// Whether no notations were chosen, so that each notation counts only if a source uses it.
    package let isImplied: Bool

    /// All notations, each of which counts only if a source uses it.
    public static let implied = PlaceholderNotations(
        families: .all, notations: Set(PlaceholderNotation.allCases), patterns: [],
        isImplied: true)

    /// The names of the notations that a project can choose.
    public static let names = PlaceholderNotation.allCases.filter { $0 != .own }.map(\.rawValue)

    /// The maximum number of expressions.
    ///
    /// Each expression is tried at every position in a text.
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

    /// Creates notations from names, and from expressions between slashes, as in `/\[\w+\]/`.
    ///
    /// Throws a ``NotationPattern/Failure`` for an unknown name, an invalid expression or too many
    /// expressions.
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
                    "“\(word)” is not a notation; use one of \(Self.names.joined(separator: ", ")), "
                        + "or an expression such as “/#[a-z]+#/”.")
            }
        }
        guard patterns.count <= Self.mostPatterns else {
            throw NotationPattern.Failure("There are more than \(Self.mostPatterns) expressions.")
        }
        self.init(
            families: .all, notations: notations, patterns: patterns, isImplied: false)
    }

    /// Returns whether a text without `%`, `$` and `{` can still contain placeholders.
    public func mayUse(_ contains: (Unicode.Scalar) -> Bool) -> Bool {
        !patterns.isEmpty || notations.contains(.laravel) && contains(":")
            || notations.contains(.drupal) && (contains("@") || !isImplied && contains("!"))
    }
}
