/// Another repository, which this repository knows by a name.
public struct Remote: Hashable, Sendable {
    /// The name, such as `origin`.
    public let name: String
    /// The URL for fetching, rewritten by `url.<base>.insteadOf`.
    public let url: String
    /// The URL for pushing, if it differs from ``url``.
    public let pushURL: String?

    /// Creates a description of a remote, without adding it.
    public init(name: String, url: String, pushURL: String? = nil) {
        self.name = name
        self.url = url
        self.pushURL = pushURL
    }
}

/// A reference in another repository.
public struct RemoteReference: Hashable, Sendable {
    /// The full name; it ends with `^{}` if the target is the commit that an annotated tag points
    /// to.
    public let name: String
    /// The target: a commit, or an annotated tag.
    public let target: ObjectID

    /// Creates a description of a reference.
    public init(name: String, target: ObjectID) {
        self.name = name
        self.target = target
    }
}

/// A requested change to one reference in another repository.
public struct PushUpdate: Hashable, Sendable {
    /// The reference in the other repository.
    public let name: ReferenceName
    /// The new target: a commit or an annotated tag.
    public let new: ObjectID

    /// Creates a request to point a reference at an object.
    public init(_ name: ReferenceName, to new: ObjectID) {
        self.name = name
        self.new = new
    }
}

/// The result of a pushed update.
public struct PushStatus: Hashable, Sendable {
    /// The reference in the other repository.
    public let name: ReferenceName
    /// The other side's reason for rejecting the update; `nil` if it was accepted.
    public let rejection: String?

    /// Creates the result of an update, which was accepted if `rejection` is `nil`.
    public init(name: ReferenceName, rejection: String?) {
        self.name = name
        self.rejection = rejection
    }
}

/// The tags that a fetch includes.
public enum TagFollowing: Sendable {
    /// Only tags that point at fetched objects.
    case reachable
    /// No tags.
    case none
    /// All tags in the remote.
    case all
}
