import Texts

/// Records what a decision has settled, so that its parts do not contradict each other.
///
/// The parts of a batch are decided one by one from the same state. If a part is refused, its
/// entries are dropped.
struct DecidedSoFar {
    private var settled: Set<Thing> = []
    private var definitions: [StringID: (id: EventID, value: Value)] = [:]
    private var resources: [Thing: StatedResource] = [:]
    private var order: [Thing] = []
    /// The values in the imported files, including unchanged ones.
    private var imported: [UnitID: Value] = [:]

    private enum Thing: Hashable {
        case text(UnitID)
        case proposal(EventID)
        case definition(StringID)
        case resource(Value.Text, in: LanguageTag?)
        case locale(LanguageTag)
    }

    /// Settles a text.
    ///
    /// Returns false if it was already settled.
    mutating func settle(text: UnitID) -> Bool { settle(.text(text)) }

    /// Returns the definition of a section's file in this decision.
    ///
    /// Without a language, that is the file of the source language.
    func resource(_ section: Value.Text, in locale: LanguageTag?) -> StatedResource? {
        resources[.resource(section, in: locale)]
    }

    /// Records the definition of a section's file.
    mutating func define(
        resource section: Value.Text, in locale: LanguageTag?, _ stated: StatedResource
    ) {
        resources[.resource(section, in: locale)] = stated
        _ = settle(.resource(section, in: locale))
    }

    /// The definition of a file, and the event that contains it.
    typealias StatedResource = (id: EventID, file: FileResource)

    /// Settles that a language is added.
    ///
    /// Returns false if that was already settled.
    mutating func settle(locale: LanguageTag) -> Bool { settle(.locale(locale)) }

    /// Returns true if the decision adds the language.
    func isSettled(locale: LanguageTag) -> Bool { settled.contains(.locale(locale)) }

    /// Settles a proposal.
    ///
    /// Returns false if it was already settled.
    mutating func settle(proposal: EventID) -> Bool { settle(.proposal(proposal)) }

    /// Returns true if the decision has settled the proposal.
    func isSettled(proposal: EventID) -> Bool { settled.contains(.proposal(proposal)) }

    /// The definition of a string in this decision.
    subscript(string: StringID) -> (id: EventID, value: Value)? { definitions[string] }

    /// Records the definition of a string.
    mutating func define(_ string: StringID, _ id: EventID, _ value: Value) {
        definitions[string] = (id, value)
        _ = settle(.definition(string))
    }

    /// Records a file's value for a text.
    ///
    /// Returns false if another file of the import has a different value.
    mutating func agree(on value: Value, for text: UnitID) -> Bool {
        if let other = imported[text] { return other.hasTexts(of: value) }
        imported[text] = value
        return true
    }

    /// A point to roll back to.
    var mark: Int { order.count }

    /// Rolls back to a point.
    mutating func forget(after mark: Int) {
        for thing in order[mark...] {
            settled.remove(thing)
            if case .definition(let string) = thing { definitions[string] = nil }
            resources[thing] = nil
        }
        order.removeSubrange(mark...)
    }

    /// Drops all settled texts.
    ///
    /// Earlier rollback points become invalid.
    mutating func forgetTexts() {
        settled = settled.filter { thing in
            if case .text = thing { false } else { true }
        }
        imported = [:]
        order = []
    }

    private mutating func settle(_ thing: Thing) -> Bool {
        guard settled.insert(thing).inserted else { return false }
        order.append(thing)
        return true
    }
}
