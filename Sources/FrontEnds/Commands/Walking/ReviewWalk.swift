import Languages
import Machine
import Texts
import Translation
import Walks
import Workspace

/// A walk through proposals, with the keys of `review`.
struct ReviewWalk {
    private let walker: Walker
    private let proposals: [EventID]
    private let remembered: RememberedTexts?
    private let pace = Pace()

    /// The time of the last decision or comment.
    private final class Pace {
        /// The time in milliseconds on the terminal's clock; nil if there was none.
        var last: Int64?
    }

    /// Creates a walk through `proposals`, starting with those decided on in an interrupted walk.
    init(_ walker: Walker, proposals: [EventID], remembered: RememberedTexts?) {
        self.walker = walker
        self.remembered = remembered
        let decided = walker.walk.plan.steps.compactMap { step -> EventID? in
            if case .proposal(let id) = step.subject { id } else { nil }
        }
        var seen: Set<EventID> = []
        self.proposals = (decided.filter { !proposals.contains($0) } + proposals).filter {
            seen.insert($0).inserted
        }
    }

    private var plan: WalkPlan { walker.walk.plan }

    func run() throws -> Walker.Ending {
        let start = proposals.firstIndex { plan.decision(on: .proposal($0)) == nil }
        let ending = try walker.go(count: proposals.count, from: start ?? proposals.count) {
            index in
            try visit(proposals[index], position: "(\(index + 1)/\(proposals.count))")
        }
        guard case .commit = ending, isHasty else { return ending }
        let count = counted(plan.steps.count, "decision")
        return walker.confirm(
            "The last decision is less than a second old. Commit \(count)", short: "Commit \(count)"
        )
            == true ? .commit : .aside
    }

    /// Whether the last decision was less than a second ago, so that the user cannot have read the
    /// screen.
    private var isHasty: Bool {
        guard !plan.steps.isEmpty, let last = pace.last else { return false }
        return walker.session.terminal.uptime - last < 1000
    }

    /// Records decisions and comments.
    private func take(_ entries: [WalkEntry]) throws {
        try walker.walk.take(entries)
        pace.last = walker.session.terminal.uptime
    }

    private func load(_ id: EventID) throws -> ReviewItem? {
        try walker.workspace.read(at: .tip) { try ReviewItem(id, in: $0) }
    }

    private func visit(_ id: EventID, position: String) throws -> Walker.Move {
        guard let item = try load(id) else { return .pass }
        let proposal = item.proposal
        guard proposal.state == .open else {
            walker.tell("\(position) Proposal \(id) is already \(proposal.state.rawValue).", .dim)
            return .pass
        }
        if let other = plan.closing(proposal, among: item.unit.proposals) {
            walker.tell(
                "\(position) Proposal \(id) has the same text as \(other.id), and is closed with it.",
                .dim)
            return .pass
        }
        if let other = plan.rejecting(proposal, among: item.unit.proposals) {
            walker.tell(
                "\(position) Proposal \(id) is rejected, because \(other.id) is accepted.",
                .dim)
            return .pass
        }
        try show(item)
        walker.dropPendingKeys()
        while true {
            let isDecided = plan.steps.contains { $0.subject == .proposal(id) }
            let keys: [Character] =
                ["y"] + (item.rivals.isEmpty ? [] : ["o"])
                + ["n", "e", "f", "c", "s", " ", "b"] + (isDecided ? ["u"] : [])
                + ["q", "Q", "?"]
            switch walker.ask("\(position) Accept this proposal", short: "\(position) Accept", keys)
            {
            case nil: return .end(.interrupted)
            case "q": return .end(.commit)
            case "Q": return .end(.aside)
            case "s", " ": return .forward
            case "b": return .back
            case "y": if try accept(item, .refuse) { return .forward }
            case "o": if try accept(item, .refuse, rejectsOthers: true) { return .forward }
            case "f": if try accept(item, .ask(isTold: false)) { return .forward }
            case "e": if try edit(item) { return .forward }
            case "n": if try reject(item) { return .forward }
            case "c": try comment(item)
            case "u":
                try take([.forget(.proposal(id))])
                walker.say("Undone. No decision or comment is pending here.")
            default: help()
            }
        }
    }

    private func show(_ item: ReviewItem) throws {
        let matches = try item.definition.flatMap { definition in
            try remembered?.mainMatches(for: item.unit, definition)
        }
        let screen = ReviewScreen(
            item: item, remembered: matches ?? [], plan: plan, project: walker.workspace.project,
            now: walker.session.host.now(), style: walker.style,
            people: walker.people)
        walker.session.terminal.writeError("\n" + screen.text(columns: walker.columns))
    }

    // MARK: Decisions (return true if one was made)

    /// The reaction to failed checks, or to changes since the proposal was made.
    private enum Obstacle {
        /// Refuse to accept, so that the user has to press another key.
        case refuse
        /// Ask, unless the user was already asked about the errors of the checks.
        case ask(isTold: Bool)
    }

    private func accept(
        _ item: ReviewItem, value: Value? = nil, _ obstacle: Obstacle, rejectsOthers: Bool = false
    ) throws -> Bool {
        let subject = WalkSubject.proposal(item.proposal.id)
        let plain = WalkStep(
            subject, .accept(value: value, isForced: false, rejectsOthers: rejectsOthers))
        guard let refusal = try walker.walk.refusal(of: plain) else {
            return try take(item, value, isForced: false, rejectsOthers: rejectsOthers)
        }
        let forced = WalkStep(subject, .accept(value: value, isForced: true))
        guard refusal.code == .outdated || refusal.code == .failedChecks else {
            walker.tell(refusal)
            return false
        }
        if let refusal = try walker.walk.refusal(of: forced) {
            walker.tell(refusal)
            return false
        }
        switch obstacle {
        case .refuse:
            walker.tell(refusal.message, .red)
            walker.tell("hint: Press f to accept it anyway, or e to edit it first.", .dim)
            return false
        case .ask(let isTold):
            if !isTold || refusal.code == .outdated {
                walker.tell(refusal.message, .red)
                guard try walker.confirm("Accept it anyway", orDropDraftOf: subject) else {
                    return false
                }
            }
            return try take(item, value, isForced: true)
        }
    }

    private func take(
        _ item: ReviewItem, _ value: Value?, isForced: Bool, rejectsOthers: Bool = false
    ) throws -> Bool {
        let entries = plan.entries(
            accepting: item.proposal, value: value, isForced: isForced,
            rejectsOthers: rejectsOthers, among: item.unit.proposals)
        try take(entries)
        for case .undo(.proposal(let id)) in entries {
            walker.tell(
                "Your decision on proposal \(id) was withdrawn, because this one replaces it.",
                .yellow)
        }
        return true
    }

    /// Lets the user edit the text, and accepts the result once it has no errors or the user
    /// insists.
    private func edit(_ item: ReviewItem) throws -> Bool {
        let proposed = item.proposal.proposed.value
        var text = proposed
        let subject = WalkSubject.proposal(item.proposal.id)
        if case .value(let value)? = plan.draft(on: subject) {
            text = value
        } else if case .accept(let value?, _, _)? = plan.decision(on: subject)?.action {
            text = value
        }
        while let edited = walker.edited(text, beside: item.definition) {
            text = edited
            // The edited text is kept until the decision, so that an interruption does not lose it.
            try walker.keep(edited == proposed ? nil : .value(edited), of: subject)
            if edited == proposed {
                guard walker.confirm("The text is unchanged. Accept it as proposed") == true
                else { return false }
                return try accept(item, .ask(isTold: false))
            }
            if edited.isEmptyText {
                guard
                    try walker.confirm(
                        "The text is empty. Accept the empty text", orDropDraftOf: subject)
                else { return false }
            }
            let errors = walker.tell(
                try walker.workspace.read { try $0.findings(of: edited, in: item.unit) })
            guard errors else {
                return try accept(item, value: edited, .ask(isTold: true))
            }
            walker.dropPendingKeys()
            switch walker.ask("Accept it anyway, or edit it again", ["y", "n", "e"]) {
            case "y": return try accept(item, value: edited, .ask(isTold: true))
            case "e": continue
            case "n":
                try walker.keep(nil, of: subject)
                return false
            default: return false
            }
        }
        return false
    }

    private func reject(_ item: ReviewItem) throws -> Bool {
        let subject = WalkSubject.proposal(item.proposal.id)
        if let refusal = try walker.walk.refusal(
            of: WalkStep(subject, .reject(code: nil, reason: nil)))
        {
            walker.tell(refusal)
            return false
        }
        guard let reason = walker.session.askForReason() else {
            walker.say("Not rejected.")
            return false
        }
        try take([
            .take(WalkStep(subject, .reject(code: reason.code, reason: reason.text)))
        ])
        return true
    }

    private func comment(_ item: ReviewItem) throws {
        guard case .line(let text) = walker.session.terminal.readLine("Comment> "),
            !text.utf8.isEmpty
        else { return walker.say("No comment added.") }
        let step = WalkStep(.proposal(item.proposal.id), .comment(text))
        if let refusal = try walker.walk.refusal(of: step) { return walker.tell(refusal) }
        try take([.take(step)])
        walker.say("Noted.")
    }

    private func help() {
        walker.help([
            ("y", "accept this proposal"),
            ("o", "accept it, and reject the others for the string"),
            ("n", "reject it, with a reason"),
            ("e", "edit its text, then accept it"),
            ("f", "accept it despite errors or later changes"),
            ("c", "comment on it"), ("s, space", "skip it"),
            ("b", "go back to the previous one"), ("u", "undo decisions and comments here"),
            ("q", "quit and commit the decisions, like Ctrl-C and Ctrl-D"),
            ("Q", "quit without a commit; the next review resumes"),
            ("?", "show this help"),
        ])
    }
}
