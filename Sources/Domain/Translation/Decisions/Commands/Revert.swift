import JSON
import Texts

/// Reverts events.
struct Revert: CommandKind {
    let options: RevertOptions

    static var verb: String { "revert" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(options.events, options.reason)
        fingerprint.add("later", "\(options.laterEdits)")
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.revert(options)
    }

    /// A revert may lock the actor out only if later edits are also reverted.
    var isForced: Bool { options.laterEdits == .revert }

    var isForceable: Bool { true }
}

/// The events to revert, with options.
public struct RevertOptions: Sendable {
    /// The ids of the events, in any order.
    public var events: [EventID]
    /// The treatment of later edits that build on the events.
    public var laterEdits: LaterEdits
    /// The reason, which is shown to the authors of affected proposals.
    public var reason: String?

    /// The treatment of later edits that build on the events to revert.
    public enum LaterEdits: Sendable {
        /// The revert is refused.
        case refuse
        /// The later edits are also reverted.
        case revert
        /// The later edits are kept, and so are the events that they build on.
        case keep
    }

    /// Creates options, by default for a revert that is refused if later edits exist.
    public init(
        events: [EventID], laterEdits: LaterEdits = .refuse, reason: String? = nil
    ) {
        self.events = events
        self.laterEdits = laterEdits
        self.reason = reason
    }
}

extension Decider {
    /// Reverts events by adding events that restore the previous state.
    ///
    /// Restores texts with their author and review, undoes decisions on proposals, and deletes
    /// reverted proposals. Languages and definitions are restored first, because texts depend on
    /// them.
    mutating func revert(_ options: RevertOptions) throws {
        let wanted = try bySubject(options.events)
        var obstacles: [(subject: Subject, event: Event)] = []
        let all = Set(wanted.values.joined())
        var removed: Set<StringID> = []
        for (subject, ids) in wanted.sorted(by: { order($0.key, $1.key) }) {
            var part = Compensation(
                subject, events: try state.events(of: subject), taking: ids,
                laterEdits: options.laterEdits, project: state.project)
            obstacles += part.obstacles.map { (subject, $0) }
            if options.laterEdits != .revert,
                let dependent = try dependent(on: part, besides: all)
            {
                obstacles.append((subject, dependent))
                part.keepRegister()
            }
            leaveOut(part, of: options)
            guard options.laterEdits != .refuse || obstacles.isEmpty else { continue }
            try compensate(part, options, without: removed)
            if case .stringRemoved? = decision.events.last?.payload,
                case .unit(source, let string) = subject
            {
                removed.insert(string)
            }
        }
        guard options.laterEdits == .refuse, let first = obstacles.first else { return }
        throw refusal(for: obstacles, first)
    }

    private func bySubject(_ ids: [EventID]) throws -> [Subject: Set<EventID>] {
        var wanted: [Subject: Set<EventID>] = [:]
        for id in Self.unique(ids) {
            guard let event = try state.event(id) else {
                throw Refusal(
                    .unknownID, "There is no event \(id).",
                    hint: Refusal.Hint(
                        typed: "`dragoman log` lists events.", http: "`GET /log` lists events."))
            }
            // An event without a subject has no effect on the state.
            if let subject = event.subject(in: state.project) {
                wanted[subject, default: []].insert(event.id)
            }
        }
        return wanted
    }

    /// Orders languages first, then settings, sections, source strings and texts.
    private func order(_ a: Subject, _ b: Subject) -> Bool {
        func isText(_ subject: Subject) -> Bool {
            if case .unit(let locale, _) = subject { locale != source } else { false }
        }
        return isText(a) == isText(b) ? a < b : isText(b)
    }

    // MARK: Obstacles

    /// Returns a text or an open proposal that would disappear together with its string or
    /// language.
    private func dependent(on part: Compensation, besides taken: Set<EventID>) throws -> Event? {
        guard let first = part.firstOfRegister else { return nil }
        switch part.subject {
        case .unit(source, let string):
            guard try state.definitions(string).current != nil, part.target?.payload.text == nil
            else { return nil }
            for locale in try state.locales(of: string) {
                for work in try state.unit(locale, string).work where !taken.contains(work.id) {
                    let isMadeForIt = [work.source, work.base].contains { id in
                        id.map(part.taken.contains) ?? false
                    }
                    if isMadeForIt { return work }
                }
            }
        case .locale(let tag):
            guard try state.locale(tag)?.exists == true,
                part.target?.payload.localeAttributes == nil
            else { return nil }
            for string in try state.strings(in: tag) {
                for work in try state.unit(tag, string).work
                where work.id > first && !taken.contains(work.id) {
                    return work
                }
            }
        default: break
        }
        return nil
    }

    private mutating func leaveOut(_ part: Compensation, of options: RevertOptions) {
        guard options.laterEdits == .keep else { return }
        for (index, id) in options.events.enumerated() where part.kept.contains(id) {
            let place = part.subject.spelled(in: state.project)
            decision.leftOut.append(
                .init(
                    index: index,
                    refusal: Refusal(
                        .laterEdits, "Later edits of \(place) build on event \(id).",
                        hint: Refusal.Hint(
                            typed: "`--force` reverts them too.",
                            http: "`force` reverts them too.",
                            page: "Revert the later changes first."))))
        }
    }

    private func refusal(
        for obstacles: [(subject: Subject, event: Event)], _ first: (subject: Subject, event: Event)
    ) -> Refusal {
        let who = first.event.actor.map { " by \($0.name)" } ?? ""
        let more = obstacles.count > 1 ? "; and \(obstacles.count - 1) more" : ""
        return Refusal(
            .laterEdits,
            "A later edit of \(first.subject.spelled(in: state.project))\(who) builds on this: \(first.event.payload.typeName) \(first.event.id)\(more).",
            hint: Refusal.Hint(
                typed:
                    "`--keep-later` keeps such edits and the events they build on; `--force` reverts them too.",
                http:
                    "`keepLater` keeps such edits and the events they build on; `force` reverts them too.",
                page: "Revert the later changes first."),
            nearest: obstacles.prefix(5).map(\.event.id.description))
    }

    // MARK: Compensating events

    /// Adds the events that revert the events of one subject.
    ///
    /// If the revert removes a string, proposals that were copied to the string are not deleted,
    /// only hidden. Their originals become visible again, and not everyone may delete the
    /// originals.
    private mutating func compensate(
        _ part: Compensation, _ options: RevertOptions, without removed: Set<StringID>
    ) throws {
        guard !part.taken.isEmpty else { return }
        let taken = part.events.filter { part.taken.contains($0.id) }
        try requireRight(toTakeBack: taken, of: part.subject, without: removed)
        if part.changesRegister, case .unit(let locale, let string) = part.subject {
            try settle(state.unit(locale, string))
        }
        let closed = part.closedWithAnother
        var (verdicts, rest) = Self.byProposal(taken) { !closed.contains($0) }
        if part.changesRegister {
            restore(
                part.subject, to: part.target, among: part.events, undoing: rest.map(\.id),
                leaving: part.contradicting)
            rest = []
        }
        if case .file(let section, let format, let locale) = part.subject {
            let nothing = FileStatements(format: format.string, marks: [])
            addFile(section, nothing, in: locale, undoing: rest.map(\.id).sorted())
        }
        guard case .unit(let locale, let string) = part.subject else { return }
        if removed.contains(string) {
            for event in taken where event.copies != nil {
                if case .proposalMade = event.payload { verdicts[event.id] = nil }
            }
        }
        for (proposal, undone) in verdicts.sorted(by: { $0.key < $1.key }) {
            let verdict = Verdict(proposal: proposal, reason: options.reason)
            add(
                part.taken.contains(proposal)
                    ? .proposalDeleted(verdict) : .proposalReopened(verdict),
                locale: locale, string: string, undoes: undone.sorted())
        }
        guard !rest.isEmpty else { return }
        add(
            .commentAdded(proposal: nil, text: options.reason ?? Self.takenBack(rest)),
            locale: locale, string: string, undoes: rest.map(\.id).sorted())
    }

    /// Checks that the actor may revert the events.
    ///
    /// Only reviewers may revert reviewers' decisions and other people's events. Only maintainers
    /// may revert changes to settings.
    private func requireRight(
        toTakeBack events: [Event], of subject: Subject, without removed: Set<StringID>
    ) throws {
        switch subject {
        case .unit(let locale, let string):
            let unit = try state.unit(locale, string)
            let isForAll = events.allSatisfy { event in
                event.isProposal && event.copies != nil && removed.contains(string)
                    || event.payload.traits.writer != .reviewer && isOwn(event, in: unit)
            }
            if !isForAll { try requireReviewer(locale) }
        case .locale(let tag):
            if !events.allSatisfy({ isOwn($0.actor) }) { try requireReviewer(tag) }
        case .setting: try requireMaintainer()
        case .resource(_, let locale):
            if !events.allSatisfy({ isOwn($0.actor) }) { try requireReviewer(locale ?? source) }
        case .file(_, _, let locale):
            if !events.allSatisfy({ isOwn($0.actor) }) { try requireReviewer(locale) }
        }
    }

    /// Returns true if the actor wrote the event.
    ///
    /// A rename copies proposals under the name of the person who renamed the string. Proposals are
    /// therefore checked by their proposer.
    private func isOwn(_ event: Event, in unit: Unit) -> Bool {
        unit.proposal(event.id).map { isOwn($0) } ?? isOwn(event.actor)
    }

    /// Separates events about proposals from all other events.
    ///
    /// Events that make, decide, endorse or comment on a proposal are grouped by the proposal. This
    /// excludes proposals for which `isOpenTo` returns false, because a verdict on them would
    /// contradict a remaining decision.
    private static func byProposal(
        _ events: [Event], isOpenTo: (EventID) -> Bool
    ) -> (verdicts: [EventID: [EventID]], rest: [Event]) {
        let decided = Set(events.compactMap(\.decidedProposal).filter(isOpenTo))
        var verdicts: [EventID: [EventID]] = [:]
        var rest: [Event] = []
        for event in events {
            let proposal = event.decidedProposal ?? event.remarkedProposal
            if let proposal, decided.contains(proposal) {
                verdicts[proposal, default: []].append(event.id)
            } else {
                rest.append(event)
            }
        }
        return (verdicts, rest)
    }

    /// Returns the text of a comment that records a revert without a reason.
    private static func takenBack(_ events: [Event]) -> String {
        let types = unique(events.map(\.payload.typeName))
        return "Took back: \(types.joined(separator: ", "))."
    }
}

extension Unit {
    /// The open proposals and, except in the source language, the current text.
    fileprivate var work: [Event] {
        let open = proposals.filter { $0.state == .open }.map(\.event)
        return (isSource ? [] : [text?.event].compactMap(\.self)) + open
    }
}

extension Event {
    /// The proposal that the event makes or decides, unless the event is an acceptance.
    fileprivate var decidedProposal: EventID? {
        if isProposal { return id }
        return isAcceptance || isRemarkOnProposal ? nil : payload.proposal
    }

    /// The proposal that the event endorses or comments on.
    fileprivate var remarkedProposal: EventID? { isRemarkOnProposal ? payload.proposal : nil }

    private var isRemarkOnProposal: Bool {
        if case .proposalEndorsed = payload { return true }
        if case .commentAdded = payload { return true }
        return false
    }
}
