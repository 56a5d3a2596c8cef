/// A file that differs between two trees.
public struct TreeDifference: Sendable {
    /// The path from the root of the trees.
    public let path: String

    /// The blob in the old tree; `nil` if the file was added.
    public let old: ObjectID?

    /// The blob in the new tree; `nil` if the file was removed.
    ///
    /// Equal to ``old`` if only the mode changed.
    public let new: ObjectID?

    /// The mode in the old tree; `nil` if the file was added.
    public let oldMode: FileMode?

    /// The mode in the new tree; `nil` if the file was removed.
    public let newMode: FileMode?
}

extension TreeDifference: Hashable {
    /// Returns true if the differences are equal, with paths compared by bytes.
    public static func == (left: TreeDifference, right: TreeDifference) -> Bool {
        left.old == right.old && left.new == right.new
            && left.oldMode == right.oldMode && left.newMode == right.newMode
            && left.path.utf8.elementsEqual(right.path.utf8)
    }

    /// Feeds the blobs' ids to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(old)
        hasher.combine(new)
    }
}
