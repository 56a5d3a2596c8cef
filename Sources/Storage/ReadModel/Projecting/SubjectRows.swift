import Crypto
import JSON
public import Texts
import Translation

/// The rows of one subject in the tables, created without the database.
///
/// The class is immutable. Unlike a struct, it is passed on without being copied.
final class SubjectRows: Sendable {
    /// The SHA-256 of the subject's state row.
    let hash: [UInt8]
    let conflicts: [Conflict]
    let humanTexts: [HumanTextRow]
    let proposals: [Proposal]
    let text: UnitRow?
    let definition: DefinitionRow?

    /// A pair of events, one of which lost to the other.
    struct Conflict: Sendable {
        let winner: EventID
        let loser: EventID
    }

    /// The columns of a text in `subject`; see ``Schema/unitColumns``.
    struct UnitRow: Sendable {
        let text: TextState?
        let value: [UInt8]?
        let reviewed: TextState?
        let reviewedValue: [UInt8]?
        let openProposals: Int
        let hasConflict: Bool
    }

    /// A row in the table `human_text`.
    struct HumanTextRow: Sendable {
        let isReviewedOnly: Bool
        let text: TextState
        let value: [UInt8]

        /// Creates the row of a text, unless it is the usual text or there is none.
        init?(_ human: TextState?, insteadOf usual: TextState?, isReviewedOnly: Bool) {
            guard let human, human.id != usual?.id else { return nil }
            self.isReviewedOnly = isReviewedOnly
            text = human
            value = CanonicalJSON.encode(human.value.json)
        }
    }

    /// A row in the table `string`.
    struct DefinitionRow: Sendable {
        let string: StringID
        let definition: Definition?
        /// The value of the definition, stored separately so that it can be read without the rest.
        let value: [UInt8]?
        let json: [UInt8]?
        let words: Int
        let event: EventID?
    }

    /// Creates the rows of a language, setting, section or file.
    ///
    /// Returns `nil` if there are no events, or if the subject is a unit.
    convenience init?(_ subject: Subject, events: [Event]) {
        guard !events.isEmpty else { return nil }
        switch subject {
        case .locale(let tag):
            let state = LocaleState(tag: tag, events: events)
            self.init(state.register, state.stateRow)
        case .setting(let name):
            let state = SettingState(events: events)
            self.init(state.register, state.stateRow(name: name.string))
        case .resource(let section, let locale):
            let state = ResourceState(events: events)
            self.init(state.register, state.stateRow(section: section.string, in: locale))
        case .file(let section, let format, let locale):
            let state = FileTexts(events: events)
            self.init(
                nil, state.stateRow(section: section.string, format: format.string, in: locale))
        case .unit: return nil
        }
    }

    /// Creates the rows of a unit that has events.
    init(_ unit: Unit, in project: Project) {
        hash = Self.hash(of: unit.stateRow)
        let contradicted = unit.proposals.flatMap { proposal in
            proposal.decision.map { decision in
                proposal.contradictions.map { Conflict(winner: decision.id, loser: $0) }
            } ?? []
        }
        conflicts = Self.conflicts(of: unit.register) + contradicted
        humanTexts = [
            HumanTextRow(unit.humanText, insteadOf: unit.text, isReviewedOnly: false),
            HumanTextRow(
                unit.humanReviewedText, insteadOf: unit.reviewedText, isReviewedOnly: true),
        ].compactMap(\.self)
        proposals = unit.proposals
        text = UnitRow(
            text: unit.text, value: (unit.text?.value.json).encoded,
            reviewed: unit.reviewedText, reviewedValue: (unit.reviewedText?.value.json).encoded,
            openProposals: proposals.count { $0.state == .open }, hasConflict: !conflicts.isEmpty)
        // Without a definition event, the string is only proposed, or its definition has not
        // arrived yet.
        guard unit.locale == project.source, !unit.register.heads.isEmpty else {
            definition = nil
            return
        }
        let current = unit.definitions.currentDefinition
        definition = DefinitionRow(
            string: unit.string, definition: current, value: (current?.value.json).encoded,
            json: (current?.jsonWithFlags).encoded,
            words: current?.value.wordCount ?? 0, event: unit.definitions.current)
    }

    private init(_ register: Register?, _ row: [UInt8]) {
        hash = Self.hash(of: row)
        conflicts = register.map(Self.conflicts) ?? []
        humanTexts = []
        proposals = []
        text = nil
        definition = nil
    }

    /// Returns the SHA-256 of a state row.
    static func hash(of row: [UInt8]) -> [UInt8] {
        SHA256.hash(data: row).withUnsafeBytes { Array($0) }
    }

    private static func conflicts(of register: Register) -> [Conflict] {
        guard let winner = register.current else { return [] }
        return register.losers.map { Conflict(winner: winner, loser: $0) }
    }
}

extension JSONValue? {
    /// The value's canonical JSON.
    fileprivate var encoded: [UInt8]? { map(CanonicalJSON.encode) }
}

extension Value {
    /// The number of words in the value's texts; words are separated by whitespace.
    public var wordCount: Int {
        texts.reduce(0) { count, item in
            count + item.text.split(whereSeparator: \.isWhitespace).count
        }
    }
}
