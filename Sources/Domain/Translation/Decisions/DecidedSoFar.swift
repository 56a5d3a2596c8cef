import Texts

/// What one decision has settled so far, so that its parts do not contradict each other.
///
/// The parts of a batch are decided one after the other from one state; what a refused part had settled is
/// forgotten again.
struct DecidedSoFar {
    private var settled: Set<Thing> = []
    private var definitions: [StringID: (id: EventID, value: Value)] = [:]
    private var resources: [Thing: StatedResource] = [:]
    private var order: [Thing] = []
    /// What imported files say, whether it changes anything or not.
    private var imported: [UnitID: Value] = [:]

    private enum Thing: Hashable {
        case text(UnitID)
        case proposal(EventID)
        case definition(StringID)
        case resource(Value.Text, in: LanguageTag?)
        case locale(LanguageTag)
    }

    /// Settles a text; false if it was settled before.
    mutating func settle(text: UnitID) -> Bool { settle(.text(text)) }

    /// What this decision states of a section's file in a language, or in the source language.
    func resource(_ section: Value.Text, in locale: LanguageTag?) -> StatedResource? {
        resources[.resource(section, in: locale)]
    }

    /// Notes what this decision states of such a file.
    mutating func define(
        resource section: Value.Text, in locale: LanguageTag?, _ stated: StatedResource
    ) {
        resources[.resource(section, in: locale)] = stated
        _ = settle(.resource(section, in: locale))
    }

    /// What an event states of a file.
    typealias StatedResource = (id: EventID, file: FileResource)

    /// Settles that a language is added; false if it was settled before.
    mutating func settle(locale: LanguageTag) -> Bool { settle(.locale(locale)) }

    /// Whether it was settled that a language is added.
    func isSettled(locale: LanguageTag) -> Bool { settled.contains(.locale(locale)) }

    /// Settles what becomes of a proposal; false if it was settled before.
    mutating func settle(proposal: EventID) -> Bool { settle(.proposal(proposal)) }

    /// Whether it was settled what becomes of a proposal.
    func isSettled(proposal: EventID) -> Bool { settled.contains(.proposal(proposal)) }

    /// The definition that this decision gives a string.
    subscript(string: StringID) -> (id: EventID, value: Value)? { definitions[string] }

    /// Notes the definition that this decision gives a string.
    mutating func define(_ string: StringID, _ id: EventID, _ value: Value) {
        definitions[string] = (id, value)
        _ = settle(.definition(string))
    }

    /// Notes what a file says of a text; false if another one of the same import says something else.
    mutating func agree(on value: Value, for text: UnitID) -> Bool {
        if let other = imported[text] { return other.hasTexts(of: value) }
        imported[text] = value
        return true
    }

    /// A point to go back to.
    var mark: Int { order.count }

    /// Forgets what was settled after a point.
    mutating func forget(after mark: Int) {
        for thing in order[mark...] {
            settled.remove(thing)
            if case .definition(let string) = thing { definitions[string] = nil }
            resources[thing] = nil
        }
        order.removeSubrange(mark...)
    }

    /// Forgets which texts were settled, and with them the points to go back to.
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
