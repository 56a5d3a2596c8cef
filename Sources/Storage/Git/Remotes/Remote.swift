/// Another repository that this one knows by a name.
public struct Remote: Hashable, Sendable {
    /// The name, as `origin`.
    public let name: String
    /// The URL for fetching, after `url.<base>.insteadOf`.
    public let url: String
    /// The URL for pushing, if it differs from ``url``.
    public let pushURL: String?

    /// Describes a remote.
    public init(name: String, url: String, pushURL: String? = nil) {
        self.name = name
        self.url = url
        self.pushURL = pushURL
    }
}

/// A reference as another repository has it.
public struct RemoteReference: Hashable, Sendable {
    /// Its full name; that of an annotated tag's commit ends with `^{}`.
    public let name: String
    /// The target: a commit, or an annotated tag.
    public let target: ObjectID

    /// Describes a reference.
    public init(name: String, target: ObjectID) {
        self.name = name
        self.target = target
    }
}

/// The requested change of one reference in another repository.
public struct PushUpdate: Hashable, Sendable {
    /// The reference there.
    public let name: ReferenceName
    /// The new target: a commit or an annotated tag.
    public let new: ObjectID

    /// Asks for an update.
    public init(_ name: ReferenceName, to new: ObjectID) {
        self.name = name
        self.new = new
    }
}

/// The result of an update that was pushed.
public struct PushStatus: Hashable, Sendable {
    /// The reference there.
    public let name: ReferenceName
    /// The other side's reason for rejecting the update; `nil` if it was accepted.
    public let rejection: String?

    /// Creates the result of an update.
    public init(name: ReferenceName, rejection: String?) {
        self.name = name
        self.rejection = rejection
    }
}

/// The tags that a fetch includes.
public enum TagFollowing: Sendable {
    /// Those that point at fetched objects.
    case reachable
    /// None.
    case none
    /// All that there are.
    case all
}
