/// A commit.
public struct Commit: Sendable {
    /// The commit's name.
    public let id: ObjectID

    /// The root tree of the commit.
    public let tree: ObjectID

    /// The parents of the commit, in order.
    ///
    /// They are as the commit lists them: at the border of a shallow repository, they are missing.
    public let parents: [ObjectID]

    /// The author of the change.
    public let author: Signature

    /// The person or program that recorded the commit.
    public let committer: Signature

    /// The whole message.
    public let message: String

    /// The message's first line.
    public var subject: String {
        String(decoding: message.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension Commit: Hashable {
    /// Compares the ids.
    public static func == (left: Commit, right: Commit) -> Bool { left.id == right.id }

    /// Feeds the commit's name to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
