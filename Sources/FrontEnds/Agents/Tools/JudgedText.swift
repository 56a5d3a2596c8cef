import JSON
import ReadModel
import Representations
import Texts
import Translation
import Walks
import Workspace

/// A text to propose or to set, as the arguments of a call contain it.
struct OfferedText: Sendable {
    let key: KeyArgument
    let value: Value
    let note: String?
    /// The source text that the agent translated, if it was given.
    let source: Value?

    /// Reads the items of the argument `texts`.
    static func all(
        _ arguments: inout ToolArguments, isSet: Bool, _ limits: AgentLimits
    ) throws(AgentFailure) -> [OfferedText] {
        let known = ToolSchema.textParameters(isSet: isSet).map(\.name)
        var texts: [OfferedText] = []
        for (index, item) in try arguments.items("texts").enumerated() {
            do throws(AgentFailure) {
                var members = try ToolArguments(item, known: known)
                texts.append(try OfferedText(&members, limits))
                try members.finish()
            } catch {
                throw AgentFailure(
                    code: error.code, message: "texts[\(index)]: \(error.message)",
                    hint: error.hint, nearest: error.nearest)
            }
        }
        return texts
    }

    private init(_ members: inout ToolArguments, _ limits: AgentLimits) throws(AgentFailure) {
        key = try members.key(limits)
        value = try members.value(limits)
        note = try members.text("note", upTo: limits.remark)
        source = try members.source()
    }
}

/// A text that was compared with the state of its string.
struct JudgedText: Sendable {
    let offered: OfferedText
    /// The string; nil if there is none with the key.
    var string: StringID?
    /// The definition that the text was checked against.
    var definition: EventID?
    /// The findings that do not prevent the proposal.
    var findings: [Finding] = []
    /// The agent's open proposal of the same text, if there is one.
    var present: EventID?
    /// The reason for which the text cannot be proposed.
    var failure: AgentFailure?

    /// The result, with the id of the new proposal or the failure.
    func json(proposal: EventID?) -> JSONValue {
        .object { members in
            if let string {
                members.add(string)
            } else {
                members.add("section", offered.key.section)
                members.add("key", offered.key.text)
            }
            members.add("proposal", proposal?.description)
            if !findings.isEmpty { members.add("findings", .array(findings.map(\.json))) }
            members.add("error", failure?.json)
        }
    }
}

/// Compares texts with the state of their strings.
struct TextJudge {
    let agent: Agent
    let locale: LanguageTag
    let snapshot: Snapshot
    /// The number of searches for similar keys that the call may still make; each reads all keys.
    private var searches = 3
    private var seen: Set<StringID> = []

    init(_ agent: Agent, _ locale: LanguageTag, _ snapshot: Snapshot) throws {
        try snapshot.requireLocale(locale)
        self.agent = agent
        self.locale = locale
        self.snapshot = snapshot
    }

    /// Returns the text with its findings, or with the reason for which it cannot be proposed.
    ///
    /// Throws only errors that concern the whole call.
    mutating func judge(_ offered: OfferedText) throws -> JudgedText {
        var judged = JudgedText(offered: offered)
        do {
            try judge(&judged)
        } catch let refusal as Refusal {
            var nearest: [String] = []
            if refusal.missing != nil, searches > 0 {
                searches -= 1
                nearest = try snapshot.nearest(to: refusal)
            }
            judged.failure = AgentFailure(refusal, nearest: nearest)
        } catch let failure as AgentFailure {
            judged.failure = failure
        }
        return judged
    }

    private mutating func judge(_ judged: inout JudgedText) throws {
        let value = judged.offered.value
        let string = try snapshot.string(judged.offered.key)
        try snapshot.requireString(string)
        judged.string = string
        guard seen.insert(string).inserted else {
            throw AgentFailure(
                code: Refusal.Code.contradiction.rawValue,
                message: "The call contains another text for the same string.",
                hint: "Send one text for each string.")
        }
        let unit = try snapshot.model.unit(locale, string)
        judged.definition = unit.definitions.current
        let source = unit.definitions.currentDefinition?.value
        if let translated = judged.offered.source, let source, translated != source {
            throw AgentFailure(
                code: Refusal.Code.changed.rawValue,
                message:
                    "The source text is different: “\(source.texts.map(\.text).joined(separator: " | "))”.",
                hint: "Read the string again, and translate its present source text.")
        }
        let findings = try snapshot.findings(of: value, in: unit)
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            judged.findings = findings
            throw AgentFailure(
                code: Refusal.Code.failedChecks.rawValue,
                message: "The text would break the app: "
                    + errors.map(\.message).joined(separator: " "),
                hint: "Correct the text as the findings say, and propose it again.")
        }
        judged.findings = findings
        try refuseRejected(value, unit)
        judged.present = try present(value, unit)
    }

    private func refuseRejected(_ value: Value, _ unit: Unit) throws(AgentFailure) {
        let rejected = unit.proposals.last {
            $0.state == .rejected && $0.proposed.value.isEquivalent(to: value)
        }
        guard let rejected else { return }
        throw AgentFailure(
            code: "rejected",
            message: "A reviewer has rejected this text"
                + (rejected.rejectionReason.map { ", with the reason “\($0)”." } ?? "."),
            hint: "Propose a text that takes the reason into account.")
    }

    /// Returns the agent's own open proposal of the text, and refuses a text that others proposed.
    private func present(_ value: Value, _ unit: Unit) throws(AgentFailure) -> EventID? {
        let same = unit.proposals.filter {
            $0.state == .open && $0.proposed.value.isEquivalent(to: value)
        }
        if let own = same.first(where: { $0.proposed.guid == agent.owner }) { return own.id }
        guard same.isEmpty else {
            throw AgentFailure(
                code: Refusal.Code.duplicate.rawValue,
                message: "The same text is already proposed, and waits for a decision.",
                hint: "Nothing to do. Go on with another string.")
        }
        return nil
    }
}
