import Glibc

extension GitRepository {
    /// What the names of references begin with that objects bear on their way.
    static let outgoingReferences = "refs/dragoman/outgoing/"
    /// The same, in a repository at a path that receives them.
    static let incomingReferences = "refs/dragoman/incoming/"

    /// The references that pushes left, here and from elsewhere, whose processes were killed.
    ///
    /// They are older than `seconds` before `now` (seconds since 1970); of one that was packed since, only that it is older than the file
    /// with the packed references is known.
    public func abandonedTransferReferences(
        olderThan seconds: Int64, now: Int64
    ) throws(GitError) -> [ReferenceName] {
        let packed = try FileStamp.ofFile(at: "\(commonDirectory)/packed-refs")
        var abandoned: [ReferenceName] = []
        for (text, _) in try referenceTargets() {
            guard
                text.hasPrefix(Self.incomingReferences) || text.hasPrefix(Self.outgoingReferences),
                let name = ReferenceName(text),
                let stamp = try FileStamp.ofFile(at: "\(commonDirectory)/\(text)") ?? packed,
                stamp.modified < now - seconds
            else { continue }
            abandoned.append(name)
        }
        return abandoned
    }

    /// Removes what ``abandonedTransferReferences(olderThan:now:)`` names; what cannot be removed stays.
    public func removeAbandonedTransferReferences(olderThan seconds: Int64, now: Int64) {
        for name in (try? abandonedTransferReferences(olderThan: seconds, now: now)) ?? [] {
            guard let object = (try? objectID(of: name)) ?? nil else { continue }
            try? delete(name, from: object)
        }
    }
}
