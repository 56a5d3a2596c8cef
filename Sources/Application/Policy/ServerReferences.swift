import Foundation
import Git
import Machine
import Texts
import Translation

/// Resolves the references that a push updates on a server.
///
/// Git follows symbolic references, even for deletion.
struct ServerReferences {
    /// The maximum number of links to follow, which is higher than Git's own limit.
    private static let maximumLinks = 10

    private let repository: GitRepository
    /// Whether names that differ only in case are equal on the server's disk (`core.ignorecase`).
    private let ignoresCase: Bool

    init(_ repository: GitRepository) throws {
        self.repository = repository
        ignoresCase = try repository.bool(forKey: "core.ignorecase") ?? false
    }

    /// Returns the full name of the reference that changes when `name` is updated.
    ///
    /// The result is `name` itself if it is not symbolic, or not a valid reference name.
    func reference(movedBy name: String) throws -> String {
        var name = name
        for _ in 0..<Self.maximumLinks {
            guard let reference = ReferenceName(name) else { return name }
            if let target = linkTarget(of: reference) {
                name = target
            } else if let target = try repository.symbolicTarget(of: reference) {
                name = target.rawValue
            } else {
                return name
            }
        }
        return name
    }

    /// Returns the target of a symbolic link that Git treats as a symbolic reference.
    ///
    /// The text of the link must be the name of a reference. See “Symbolic links” in
    /// <https://git-scm.com/docs/git-symbolic-ref>.
    private func linkTarget(of reference: ReferenceName) -> String? {
        let path = repository.commonDirectory + "/" + reference.rawValue
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        return target.flatMap { $0.hasPrefix("refs/") ? ReferenceName($0)?.rawValue : nil }
    }

    /// Returns true if two different names refer to the same file on the server's disk.
    func isOtherSpelling(_ name: String, of other: String) -> Bool {
        ignoresCase && !name.hasSameBytes(as: other) && folded(name) == folded(other)
    }

    /// Returns true if two names refer to the same file on the server's disk.
    func isSame(_ name: String, _ other: String) -> Bool {
        name.hasSameBytes(as: other) || isOtherSpelling(name, of: other)
    }

    /// Returns true if a reference replaces an object; see <https://git-scm.com/docs/git-replace>.
    func isReplacement(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        guard parts.count > 1 else { return false }
        return isSame("\(Substring(parts[0]))/\(Substring(parts[1]))", "refs/replace")
    }

    private func folded(_ name: String) -> String {
        name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PortableName.folded(String(Substring($0))) }.joined(separator: "/")
    }
}
