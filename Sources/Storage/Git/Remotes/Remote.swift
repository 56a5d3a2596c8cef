/// Another repository that this one knows by a name.
public struct Remote: Hashable, Sendable {
    /// The name, as `origin`.
    public let name: String
    /// Where it is fetched from, after `url.<base>.insteadOf`.
    public let url: String
    /// Where it is pushed to, if that is another place.
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
    /// What it points at: a commit, or an annotated tag.
    public let target: ObjectID

    /// Describes a reference.
    public init(name: String, target: ObjectID) {
        self.name = name
        self.target = target
    }
}

/// What one reference of another repository is to become.
public struct PushUpdate: Hashable, Sendable {
    /// The reference there.
    public let name: ReferenceName
    /// What it is to point at: a commit or an annotated tag.
    public let new: ObjectID

    /// Asks for an update.
    public init(_ name: ReferenceName, to new: ObjectID) {
        self.name = name
        self.new = new
    }
}

/// What became of an update that was pushed.
public struct PushStatus: Hashable, Sendable {
    /// The reference there.
    public let name: ReferenceName
    /// Why the other side did not do it, in its own words; `nil` if it did.
    public let rejection: String?

    /// States what became of an update.
    public init(name: ReferenceName, rejection: String?) {
        self.name = name
        self.rejection = rejection
    }
}

/// Which tags a fetch brings.
public enum TagFollowing: Sendable {
    /// Those that point at what is fetched.
    case reachable
    /// None.
    case none
    /// All that there are.
    case all
}
