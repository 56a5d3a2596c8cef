/// A set of bounded size that drops the least recently used elements.
///
/// It has two halves. When the younger half is full, it replaces the older half.
struct RecentSet<Element: Hashable & Sendable>: Sendable {
    private let half: Int
    private var young: Set<Element> = []
    private var old: Set<Element> = []

    /// Creates a set that keeps at least `capacity / 2` and at most `capacity` elements.
    init(capacity: Int) { half = max(1, capacity / 2) }

    var count: Int { young.union(old).count }

    /// Returns whether the set contains an element, and marks it as used.
    mutating func touch(_ element: Element) -> Bool {
        if young.contains(element) { return true }
        guard old.contains(element) else { return false }
        insert(element)
        return true
    }

    mutating func insert(_ element: Element) {
        if young.count >= half, !young.contains(element) {
            old = young
            young = []
        }
        young.insert(element)
    }
}
