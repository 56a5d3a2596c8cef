import Clibgit2

/// The full name of a reference, as `refs/heads/translations` or `HEAD`.
///
/// Always well formed by the rules of `git check-ref-format`.
public struct ReferenceName: Sendable {
    /// The full name.
    public let rawValue: String

    /// Makes a name from a full name, or returns `nil` if it is not well formed.
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

    /// Makes the name of a local branch from its short name, or returns `nil` if it is not well formed.
    public init?(branch: String) {
        // Names that `git branch` refuses, because its arguments could not tell them apart.
        guard !branch.hasPrefix("-"), branch != "HEAD" else { return nil }
        self.init("refs/heads/" + branch)
    }

    /// HEAD.
    public static let head = ReferenceName(checked: "HEAD")

    private init(checked rawValue: String) { self.rawValue = rawValue }

    /// Whether it is the name of a local branch.
    public var isBranch: Bool { rawValue.utf8.starts(with: "refs/heads/".utf8) }

    /// The name as people write it: `translations`, `origin/translations`, `v1.4`.
    public var shorthand: String {
        for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/"]
        where rawValue.utf8.starts(with: prefix.utf8) {
            return String(rawValue.dropFirst(prefix.count))
        }
        return rawValue
    }
}

// By bytes: Swift compares strings by canonical equivalence, Git does not.
extension ReferenceName: Hashable {
    /// Returns whether the names are the same bytes.
    public static func == (left: ReferenceName, right: ReferenceName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Feeds the name's bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

extension ReferenceName: CustomStringConvertible {
    /// The full name.
    public var description: String { rawValue }
}
