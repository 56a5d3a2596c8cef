import EventStore
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// The effects of a bulk action: a command for each affected string, and the reasons for skipping
/// the others.
struct BulkPlan: Sendable {
    struct Part: Sendable {
        let unit: UnitID
        var command: Command
        /// The proposals that the command decides on.
        let proposals: [EventID]
        /// The string's text before the action.
        let current: Value?
        /// The texts that the action is about: the text itself, or the proposed texts.
        let values: [Value]
        /// The state that the command depends on: the unit's tag, and the affected proposals.
        let seen: String
        /// The message of a warning about the text to accept, if there is one.
        var warning: String?
    }

    private(set) var parts: [Part] = []
    private(set) var leftOut: [(string: StringID, because: String)] = []

    /// Determines which strings the action affects.
    ///
    /// Accepting applies to strings with exactly one open proposal, unless it is outdated or has
    /// errors found by checks. Rejecting applies to all open proposals. Reverting applies to the
    /// last text. With `offers`, all other proposals are ignored.
    init(
        _ act: BulkAct, _ strings: [StringID], _ locale: LanguageTag,
        offers: OpenProposalFilter? = nil, rejection: RejectionReason?, reason: String?,
        _ wording: Wording, in snapshot: Snapshot
    ) throws {
        for string in strings {
            let unit = try snapshot.model.unit(locale, string)
            let id = UnitID(locale, string)
            let open = unit.proposals.filter {
                $0.state == .open && offers?.matches($0.id, $0.proposed) ?? true
            }
            switch act {
            case .accept:
                guard let proposal = open.first, open.count == 1 else {
                    leave(
                        string,
                        open.isEmpty
                            ? wording("bulk.noProposal")
                            : wording("bulk.severalProposals", count: open.count))
                    continue
                }
                let value = proposal.proposed.value
                let findings = try snapshot.findings(of: value, in: unit)
                if let error = findings.first(where: { $0.severity == .error }) {
                    leave(string, error.message)
                } else if proposal.isOutdated {
                    leave(string, wording("bulk.outdated"))
                } else {
                    try take(
                        unit, [proposal.id], [value], .accept([proposal.id], AcceptOptions()))
                    parts[parts.count - 1].warning =
                        findings.first { $0.severity == .warning }?
                        .message
                }
            case .reject:
                guard !open.isEmpty else {
                    leave(string, wording("bulk.noProposal"))
                    continue
                }
                let ids = open.map(\.id)
                try take(
                    unit, ids, open.map(\.proposed.value),
                    .reject(ids, code: rejection?.code, reason: rejection?.text))
            case .vouch, .flag, .revert:
                guard let text = unit.text else {
                    leave(string, wording("bulk.noText"))
                    continue
                }
                let command: Command =
                    switch act {
                    case .vouch: .vouch([id], reason: nil)
                    case .flag: .flag([id], reason: reason)
                    default: .revert(RevertOptions(events: [text.id]))
                    }
                try take(unit, [], [text.value], command)
            }
        }
    }

    private mutating func leave(_ string: StringID, _ because: String) {
        leftOut.append((string, because))
    }

    private mutating func take(
        _ unit: Unit, _ proposals: [EventID], _ values: [Value], _ command: Command
    ) throws {
        let seen = [try UnitTag(of: unit).description] + proposals.map(\.description)
        parts.append(
            Part(
                unit: UnitID(unit.locale, unit.string), command: command, proposals: proposals,
                current: unit.text?.value, values: values, seen: seen.joined(separator: " ")))
    }

    /// The number of parts that a review by sample can accept.
    var passingCount: Int { parts.count { $0.warning == nil } }

    /// Leaves out the parts with warnings, and those that the person cannot carry out.
    mutating func keepPassing(by actor: Actor?, in snapshot: Snapshot) throws {
        let outcome = try snapshot.rehearse(
            WriteRequest(Action(.batch(parts.map(\.command))), actor: actor))
        var reasons = Dictionary(
            outcome.leftOut.map { ($0.index, $0.refusal.message) }, uniquingKeysWith: { $1 })
        for (index, part) in parts.enumerated() where part.warning != nil {
            reasons[index] = part.warning
        }
        leftOut += reasons.sorted { $0.key < $1.key }.map { (parts[$0.key].unit.string, $0.value) }
        parts = parts.enumerated().filter { reasons[$0.offset] == nil }.map(\.element)
    }

    /// Records for each accepted proposal whether it was seen in a review by sample.
    mutating func accept(by sample: ReviewSample) {
        for index in parts.indices {
            let proposals = parts[index].proposals
            parts[index].command = .accept(
                proposals, AcceptOptions(sample: proposals.first.map(sample.part)))
        }
    }

    /// A digest of the state that the plan depends on.
    ///
    /// If a text or proposal changes while the confirmation page is shown, the digest differs when
    /// the person confirms.
    var digest: String {
        Digest.short(Array(parts.map(\.seen).joined(separator: "\n").utf8))
    }
}

/// The strings in a language that a form selects.
enum BulkSelection: Sendable {
    /// The strings whose checkboxes are checked, as sent by the form and as parsed.
    ///
    /// The filter of their list chooses among their proposals.
    case chosen([String], [StringID], LanguageFilter)
    /// All strings that match a filter.
    case all(LanguageFilter)

    /// The maximum number of strings that one form can select.
    private static let mostChosen = 1_000
    /// The maximum number of strings that a filter may match.
    private static let mostMatching = 10_000

    /// Parses the checkboxes and the filter of a form.
    init(_ form: PageForm) throws(Problem) {
        let written = form.fields["filter"] ?? ""
        let filter = try LanguageFilter(
            Query(written.drop { $0 == "?" }, isLenient: false), form.wording)
        if form.flag("all") {
            self = .all(filter)
            return
        }
        let units = form.fields.values(of: "unit")
        let strings = units.compactMap(UnitReference.string)
        guard strings.count <= Self.mostChosen, strings.count == units.count else {
            throw form.wording.problem(
                .usage, "problems.tooManySelected", count: Self.mostChosen,
                hint: "problems.selectFewer")
        }
        self = .chosen(units, strings, filter)
    }

    var isEmpty: Bool {
        if case .chosen(_, let strings, _) = self { strings.isEmpty } else { false }
    }

    /// Returns the selected strings.
    ///
    /// Throws if the filter matches more strings than one action may change.
    func strings(
        _ locale: LanguageTag, _ people: People, _ wording: Wording, in snapshot: Snapshot
    ) throws -> [StringID] {
        switch self {
        case .chosen(_, let strings, _): return strings
        case .all(let filter):
            let page = try snapshot.unitList(
                locale: locale, filter: filter.unitFilter(locale, people, in: snapshot),
                limit: Self.mostMatching)
            guard page.next == nil else {
                throw wording.problem(
                    .usage, "problems.tooManyMatch", count: Self.mostMatching,
                    hint: "problems.narrowToSection")
            }
            return page.rows.map(\.entry.string)
        }
    }

    /// The hidden fields that repeat the selection in the confirmation form.
    var fields: [NamedField] {
        switch self {
        case .chosen(let units, _, let filter):
            units.map { NamedField(name: "unit", value: $0) } + [
                NamedField(name: "filter", value: filter.address())
            ]
        case .all(let filter):
            [
                NamedField(name: "all", value: "1"),
                NamedField(name: "filter", value: filter.address()),
            ]
        }
    }

    /// The filter of the list.
    var filter: LanguageFilter {
        switch self {
        case .chosen(_, _, let filter), .all(let filter): filter
        }
    }

    /// Whether the selection needs a confirmation for any number of strings.
    var alwaysAsks: Bool { if case .all = self { true } else { false } }
}
