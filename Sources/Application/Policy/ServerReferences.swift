import Foundation
import Git
import Machine
import Texts
import Translation

/// Which reference of a server a push really moves: Git follows symbolic references, also when it deletes one.
struct ServerReferences {
    /// As many links as Git follows, and some more.
    private static let maximumLinks = 10

    private let repository: GitRepository
    /// Whether the server's disk takes names that differ in case for one (`core.ignorecase`).
    private let ignoresCase: Bool

    init(_ repository: GitRepository) throws {
        self.repository = repository
        ignoresCase = try repository.bool(forKey: "core.ignorecase") ?? false
    }

    /// Returns the full name of the reference that an update of `name` writes: `name` itself unless it is symbolic.
    ///
    /// A name that Git would not take as that of a reference is returned as it is.
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

    /// The name that a symbolic link stands for: Git takes one whose text is the name of a reference for a symbolic reference.
    ///
    /// See “Symbolic links” in <https://git-scm.com/docs/git-symbolic-ref>.
    private func linkTarget(of reference: ReferenceName) -> String? {
        let path = repository.commonDirectory + "/" + reference.rawValue
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        return target.flatMap { $0.hasPrefix("refs/") ? ReferenceName($0)?.rawValue : nil }
    }

    /// Whether two different names are one on the server's disk.
    func isOtherSpelling(_ name: String, of other: String) -> Bool {
        ignoresCase && !name.hasSameBytes(as: other) && folded(name) == folded(other)
    }

    /// Whether two names are the same here.
    func isSame(_ name: String, _ other: String) -> Bool {
        name.hasSameBytes(as: other) || isOtherSpelling(name, of: other)
    }

    /// Whether a reference replaces an object; see <https://git-scm.com/docs/git-replace>.
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
