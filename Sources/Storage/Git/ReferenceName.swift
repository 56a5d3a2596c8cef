import Clibgit2

/// The full name of a reference, such as `refs/heads/translations` or `HEAD`.
///
/// It is always valid according to the rules of `git check-ref-format`.
public struct ReferenceName: Sendable {
    /// The full name, such as `refs/tags/v1.4`.
    public let rawValue: String

    /// Creates a name from a full name, or returns `nil` if it is not valid.
    public init?(_ rawValue: String) {
        _ = Libgit2.start
        var isValid: Int32 = 0
        guard !rawValue.utf8.contains(0),
            unsafe git_reference_name_is_valid(&isValid, rawValue) == 0, isValid == 1
        else {
            git_error_clear()
            return nil
        }
        self.rawValue = rawValue
    }

    /// Creates the name of a local branch from its short name, or returns `nil` if it is not valid.
    public init?(branch: String) {
        // `git branch` rejects these names, because they would be ambiguous as its arguments.
        guard !branch.hasPrefix("-"), branch != "HEAD" else { return nil }
        self.init("refs/heads/" + branch)
    }

    /// The name `HEAD`, which each work tree resolves independently.
    public static let head = ReferenceName(checked: "HEAD")

    /// Creates a name from a full name that is known to be valid.
    package init(checked rawValue: String) { self.rawValue = rawValue }

    /// Whether this is the name of a local branch.
    public var isBranch: Bool { rawValue.utf8.starts(with: "refs/heads/".utf8) }

    /// The short name for people: `translations`, `origin/translations`, `v1.4`.
    public var shorthand: String {
        for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/"]
        where rawValue.utf8.starts(with: prefix.utf8) {
            return String(rawValue.dropFirst(prefix.count))
        }
        return rawValue
    }
}

// Compare bytes, as Git does, because Swift compares strings by canonical equivalence.
extension ReferenceName: Hashable {
    /// Returns true if the names have the same bytes.
    public static func == (left: ReferenceName, right: ReferenceName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Feeds the name's bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

extension ReferenceName: CustomStringConvertible {
    /// The full name, equal to ``rawValue``.
    public var description: String { rawValue }
}
