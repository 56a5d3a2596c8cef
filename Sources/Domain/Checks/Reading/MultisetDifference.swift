/// The difference between two lists as multisets, in list order.
struct MultisetDifference<Element> {
    /// The elements that occur more often in the first list.
    var missing: [Element] = []
    /// The elements that occur more often in the second list.
    var extra: [Element] = []

    /// Compares two lists by a key of their elements.
    init(from source: [Element], to target: [Element], by key: (Element) -> some Hashable) {
        extra = Self.surplus(of: target, over: source, by: key)
        missing = Self.surplus(of: source, over: target, by: key)
    }

    private static func surplus<Key: Hashable>(
        of list: [Element], over other: [Element], by key: (Element) -> Key
    ) -> [Element] {
        var counts: [Key: Int] = [:]
        for element in other { counts[key(element), default: 0] += 1 }
        return list.filter { element in
            let key = key(element)
            guard let count = counts[key], count > 0 else { return true }
            counts[key] = count - 1
            return false
        }
    }

    /// Returns a sentence that lists missing and extra elements, or `nil` if there are none.
    func sentence(_ label: (Element) -> String) -> String? {
        let missing = Wording.list(self.missing.map { Wording.quoted(label($0)) })
        let extra = Wording.list(self.extra.map { Wording.quoted(label($0)) })
        switch (self.missing.isEmpty, self.extra.isEmpty) {
        case (true, true): return nil
        case (false, true): return "The translation lacks \(missing) from the source."
        case (true, false): return "The translation has \(extra), which is not in the source."
        case (false, false):
            return "The translation lacks \(missing) from the source, but has \(extra)."
        }
    }
}
