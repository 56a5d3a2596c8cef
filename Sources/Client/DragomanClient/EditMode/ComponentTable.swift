/// The live components of an app and the texts that they show.
struct ComponentTable {
    /// A live component and its text.
    struct Item {
        let component: any LocalizableComponent
        let identifier: TextIdentifier
        let values: TextValues
    }

    private struct Entry {
        weak var component: (any LocalizableComponent)?
        let identifier: TextIdentifier
        let values: TextValues
        let number: Int

        var item: Item? {
            component.map { Item(component: $0, identifier: identifier, values: values) }
        }
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var byIdentifier: [TextIdentifier: Set<ObjectIdentifier>] = [:]
    private var next = 0
    private var sweepsAt = 64

    /// The number of entries, including those of dead components.
    var count: Int { entries.count }

    /// Adds a component, or changes its identifier or values.
    mutating func add(
        _ component: any LocalizableComponent, _ identifier: TextIdentifier, _ values: TextValues
    ) {
        let id = ObjectIdentifier(component)
        remove(id)
        next += 1
        entries[id] = Entry(
            component: component, identifier: identifier, values: values, number: next)
        byIdentifier[identifier, default: []].insert(id)
        // The limit is twice the number of live components, so the amortized cost of removing dead
        // ones is small.
        if entries.count >= sweepsAt {
            for (id, entry) in entries where entry.component == nil { remove(id) }
            sweepsAt = max(64, 2 * entries.count)
        }
    }

    private mutating func remove(_ id: ObjectIdentifier) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        byIdentifier[entry.identifier]?.remove(id)
        if byIdentifier[entry.identifier]?.isEmpty == true { byIdentifier[entry.identifier] = nil }
    }

    /// Returns the identifier of the text that a component shows.
    func identifier(of component: any LocalizableComponent) -> TextIdentifier? {
        entries[ObjectIdentifier(component)].flatMap {
            $0.component === component ? $0.identifier : nil
        }
    }

    /// Returns the live components that show the text for an identifier, in the order in which they
    /// were added.
    func items(for identifier: TextIdentifier) -> [Item] {
        (byIdentifier[identifier] ?? []).compactMap { entries[$0] }
            .sorted { $0.number < $1.number }.compactMap(\.item)
    }

    /// All live components, in the order in which they were added.
    var all: [Item] {
        entries.values.sorted { $0.number < $1.number }.compactMap(\.item)
    }
}
