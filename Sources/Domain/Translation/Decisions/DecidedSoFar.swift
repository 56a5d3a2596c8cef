import Texts

/// Records the results of a decision so far, so that its parts do not contradict each other.
///
/// The commands in a batch are decided one by one against the same state. If a command is refused,
/// its entries are dropped.
struct DecidedSoFar {
    private var settled: Set<Thing> = []
    private var definitions: [StringID: (id: EventID, value: Value)] = [:]
    private var resources: [Thing: StatedResource] = [:]
    private var order: [Thing] = []
    /// The values in the imported files, including values that are unchanged.
    private var imported: [UnitID: Value] = [:]

    private enum Thing: Hashable {
        case text(UnitID)
        case proposal(EventID)
        case definition(StringID)
        case resource(Value.Text, in: LanguageTag?)
        case locale(LanguageTag)
    }

    /// Marks a text as settled.
    ///
    /// Returns false if it was already settled.
    mutating func settle(text: UnitID) -> Bool { settle(.text(text)) }

    /// Returns the description that this decision adds for a section's file.
    ///
    /// If `locale` is nil, returns the source language's file.
    func resource(_ section: Value.Text, in locale: LanguageTag?) -> StatedResource? {
        resources[.resource(section, in: locale)]
    }

    /// Records the description of a section's file.
    mutating func define(
        resource section: Value.Text, in locale: LanguageTag?, _ stated: StatedResource
    ) {
        resources[.resource(section, in: locale)] = stated
        _ = settle(.resource(section, in: locale))
    }

    /// The description of a file, and the id of the event that contains it.
    typealias StatedResource = (id: EventID, file: FileResource)

    /// Records that the decision adds a language.
    ///
    /// Returns false if the decision already adds it.
    mutating func settle(locale: LanguageTag) -> Bool { settle(.locale(locale)) }

    /// Returns true if the decision adds the language.
    func isSettled(locale: LanguageTag) -> Bool { settled.contains(.locale(locale)) }

    /// Marks a proposal as settled.
    ///
    /// Returns false if it was already settled.
    mutating func settle(proposal: EventID) -> Bool { settle(.proposal(proposal)) }

    /// Returns true if the decision has settled the proposal.
    func isSettled(proposal: EventID) -> Bool { settled.contains(.proposal(proposal)) }

    /// The definition that this decision adds for a string.
    subscript(string: StringID) -> (id: EventID, value: Value)? { definitions[string] }

    /// Records the definition of a string.
    mutating func define(_ string: StringID, _ id: EventID, _ value: Value) {
        definitions[string] = (id, value)
        _ = settle(.definition(string))
    }

    /// Records a file's value for a text.
    ///
    /// Returns false if another file in the import contains different texts for it.
    mutating func agree(on value: Value, for text: UnitID) -> Bool {
        if let other = imported[text] { return other.hasTexts(of: value) }
        imported[text] = value
        return true
    }

    /// A point that the record can be rolled back to.
    var mark: Int { order.count }

    /// Rolls the record back to a point.
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
