/// A commit.
public struct Commit: Sendable {
    /// The commit's id.
    public let id: ObjectID

    /// The root tree of the commit.
    public let tree: ObjectID

    /// The parents of the commit, in order.
    ///
    /// These are the ids stored in the commit. At the boundary of a shallow repository, the parent
    /// commits themselves do not exist.
    public let parents: [ObjectID]

    /// The author of the change, and the time of writing.
    public let author: Signature

    /// The person or program that recorded the commit, and the time of recording.
    public let committer: Signature

    /// The whole message, including the subject.
    public let message: String

    /// The message's first line.
    public var subject: String {
        String(decoding: message.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension Commit: Hashable {
    /// Compares the ids.
    public static func == (left: Commit, right: Commit) -> Bool { left.id == right.id }

    /// Feeds the commit's id to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
