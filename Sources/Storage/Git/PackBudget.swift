/// The number of packs that a repository may have while small commits become packs.
///
/// Each reader searches and opens all packs, so their number has a limit. One process repacks
/// (``GitRepository/repacking(_:)``) while another may be writing.
public struct PackBudget: Sendable, Hashable {
    /// The maximum number of packs.
    public static let most = 50
    /// The number of packs from which small commits are stored as loose objects.
    ///
    /// The rest is for packs of imports, pushes and fetches, and for the new pack that exists beside
    /// the old ones at the end of a repacking.
    static let mostForCommits = 40
    /// The number of new packs after which repacking is worthwhile.
    ///
    /// A geometric repacking leaves up to about sixteen packs, and commits continue meanwhile.
    static let step = 20

    /// The number of packs that the last repacking left.
    public private(set) var remaining = 0

    /// Creates the budget of a repository that has not been repacked by this process.
    public init() {}

    /// Returns true if the next small commit may become a pack, given the number of packs.
    public static func allowsPack(besides packs: Int) -> Bool { packs < mostForCommits }

    /// Returns true if the packs should be combined.
    ///
    /// Packs that cannot be combined, such as those that a user keeps, do not count again and again.
    public func isRepackingDue(at packs: Int) -> Bool {
        packs > remaining && packs >= min(Self.mostForCommits, remaining + Self.step)
    }

    /// Records the number of packs after a repacking.
    public mutating func noteRepacking(leaving packs: Int) { remaining = packs }
}
