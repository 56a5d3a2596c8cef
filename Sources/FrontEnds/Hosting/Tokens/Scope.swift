/// How far a token reaches; each scope includes those before it.
///
/// Scopes only narrow: what a person may do in a project is decided by the project's settings.
public enum Scope: String, Sendable, CaseIterable, Comparable {
    /// Reads strings, texts, proposals and files.
    case read
    /// Proposes texts and remarks on proposals.
    case propose
    /// Sets texts directly.
    case translate
    /// Accepts, rejects, vouches and reverts.
    case review
    /// Changes source strings, languages and settings, and imports.
    case admin

    /// Orders by reach.
    public static func < (a: Scope, b: Scope) -> Bool { a.reach < b.reach }

    private var reach: Int {
        switch self {
        case .read: 0
        case .propose: 1
        case .translate: 2
        case .review: 3
        case .admin: 4
        }
    }
}
