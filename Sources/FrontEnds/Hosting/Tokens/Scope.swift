package import Workspace

/// The extent of a token's rights; each scope includes all narrower scopes.
///
/// A scope can only narrow a person's rights, which are defined by the project's settings.
package enum Scope: String, Sendable, CaseIterable, Comparable {
    /// Read strings, texts, proposals and files.
    case read
    /// Propose texts and comment on proposals.
    case propose
    /// Set texts directly.
    case translate
    /// Accept, reject, vouch for and revert texts.
    case review
    /// Change source strings, languages and settings, and import files.
    case admin

    /// Orders scopes from narrow to wide.
    package static func < (a: Scope, b: Scope) -> Bool { a.reach < b.reach }

    private var reach: Int {
        switch self {
        case .read: 0
        case .propose: 1
        case .translate: 2
        case .review: 3
        case .admin: 4
        }
    }

    /// Creates the narrowest scope that includes a right.
    package init(_ right: Right) {
        switch right {
        case .propose: self = .propose
        case .translate: self = .translate
        case .review: self = .review
        case .administer: self = .admin
        }
    }
}
