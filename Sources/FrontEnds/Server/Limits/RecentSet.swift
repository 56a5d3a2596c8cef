/// A set of bounded size that forgets what was not used for longest.
///
/// It has two halves. When the younger one is full, the older one is dropped and the younger one takes its place.
struct RecentSet<Element: Hashable & Sendable>: Sendable {
    private let half: Int
    private var young: Set<Element> = []
    private var old: Set<Element> = []

    /// Keeps at least half of `capacity` elements, and never more than all of it.
    init(capacity: Int) { half = max(1, capacity / 2) }

    /// The number of elements that are kept.
    var count: Int { young.union(old).count }

    /// Returns whether an element is kept, and marks it as used.
    mutating func touch(_ element: Element) -> Bool {
        if young.contains(element) { return true }
        guard old.contains(element) else { return false }
        insert(element)
        return true
    }

    /// Keeps an element.
    mutating func insert(_ element: Element) {
        if young.count >= half, !young.contains(element) {
            old = young
            young = []
        }
        young.insert(element)
    }
}
