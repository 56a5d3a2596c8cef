/// An entry in a tree: a name with its object.
public struct TreeEntry: Sendable {
    /// The name within its directory.
    ///
    /// Bytes that are not UTF-8 are replaced by U+FFFD.
    public let name: String

    /// The id of the entry's object.
    public let id: ObjectID

    /// The mode, which includes the kind of entry.
    public let mode: FileMode
}

extension TreeEntry: Hashable {
    /// Returns true if the entries are equal, with names compared by bytes.
    public static func == (left: TreeEntry, right: TreeEntry) -> Bool {
        left.id == right.id && left.mode == right.mode
            && left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Feeds the object's id to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The kind of an entry in a tree.
public enum FileMode: UInt16, Sendable {
    /// A directory.
    case directory = 0o040000
    /// A regular file that is not executable.
    case regular = 0o100644
    /// An executable file.
    case executable = 0o100755
    /// A symbolic link.
    case link = 0o120000
    /// A commit in another repository: a submodule.
    case submodule = 0o160000

    /// Whether the entry is content of this repository: neither a directory nor a submodule.
    public var isFile: Bool { self != .directory && self != .submodule }
}

/// The kind of a Git object, with libgit2's numbers.
public enum ObjectKind: Int32, Sendable {
    /// A commit.
    case commit = 1
    /// A directory.
    case tree = 2
    /// The content of a file.
    case blob = 3
    /// An annotated tag.
    case tag = 4
}
