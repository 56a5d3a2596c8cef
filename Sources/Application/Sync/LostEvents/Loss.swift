import Git
import GitEventStore
import Translation

/// A line that the log had and has no more, and what took it away.
struct Loss {
    /// The line.
    let lost: LostEvent
    /// What took it away.
    let cause: Cause
    /// What the line is.
    let content: Content

    /// What took a line away.
    enum Cause {
        /// A commit in the history of the tip.
        case commit(String)
        /// A branch that was moved to where the line is not.
        case move(BranchMove, stillThere: String?)
    }

    /// What a line is.
    enum Content {
        case event(Event)
        /// Something of a version that is not known here, which may mean anything.
        case newerVersion(Int64)
        case malformed
    }

    init(_ lost: LostEvent, _ cause: Cause) {
        self.lost = lost
        self.cause = cause
        content =
            switch try? Event.read(line: lost.line) {
            case .event(let event): .event(event)
            case .newerVersion(let version): .newerVersion(version)
            case nil: .malformed
            }
    }

    var event: Event? {
        guard case .event(let event) = content else { return nil }
        return event
    }

    /// Whether the log says less than it did: what was no event never said anything.
    var isEvent: Bool {
        if case .malformed = content { false } else { true }
    }

    /// Whether the line may come back without being named: nothing contradicts that it was the first of its event.
    var isCertain: Bool { lost.kind != .undecided }

    /// How to name the line where others have its id: `ID@COMMIT`.
    var name: String {
        [event?.id.description, lost.lastSeen.map { String($0.prefix(12)) }].compactMap(\.self)
            .joined(separator: "@")
    }

    /// One sentence.
    var description: String {
        let done =
            switch (content, lost.kind) {
            case (.event, .lost), (.event, .undecided): "took the event away"
            case (.event, .altered): "altered the event"
            case (.newerVersion(let version), _):
                "took an event of version \(Event.spelled(version: version)) away"
            case (.malformed, _): "took a line away that is no event"
            }
        return "\(whatHappened(done))\(consequence)."
    }

    private func whatHappened(_ done: String) -> String {
        switch cause {
        case .commit(let id): return "The commit \(id.prefix(12)) \(done)"
        case .move(let move, let place):
            let rest = place.map { "; \($0) still has it" } ?? ""
            return "\(move.sentence) and \(done)\(rest)"
        }
    }

    private var consequence: String {
        switch lost.kind {
        case .lost: ""
        case .altered: "; the line here is not the first one"
        case .undecided:
            "; \(lost.standing.isEmpty ? "another line" : "the line here") has its id, and which of them was first cannot be told"
        }
    }

    /// Where the line that is wrong is, or else where the line was.
    var place: (path: String, line: Int?) {
        guard let wrong = lost.standing.first else { return (lost.path, nil) }
        return (wrong.path, wrong.number)
    }
}

extension BranchMove {
    /// What happened, as the beginning of a sentence.
    var sentence: String {
        let target = to.map { " to \($0.prefix(12))" } ?? ""
        let reason = message.isEmpty ? "" : " (“\(message)”)"
        return
            "The branch “\(reference.shorthand)” was moved back from \(from.prefix(12))\(target)\(reason)"
    }
}
