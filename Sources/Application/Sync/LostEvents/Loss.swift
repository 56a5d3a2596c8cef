import Git
import GitEventStore
import Translation

/// A lost line of the log, with the cause of the loss.
struct Loss {
    let lost: LostEvent
    let cause: Cause
    let content: Content

    /// The cause of a loss.
    enum Cause {
        /// A commit in the tip's history removed the line.
        case commit(String)
        /// The branch was moved to a commit without the line.
        case move(BranchMove, stillThere: String?)
    }

    /// The contents of a line.
    enum Content {
        case event(Event)
        /// An event of a later version, whose meaning is unknown.
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

    /// Whether the line is an event; a malformed line is not.
    var isEvent: Bool {
        if case .malformed = content { false } else { true }
    }

    /// Whether the line can be restored without specifying its name.
    ///
    /// If another line may have been the event's first line, the name is required.
    var isCertain: Bool { lost.kind != .undecided }

    /// The name that distinguishes the line from others with the same id: `ID@COMMIT`.
    var name: String {
        [event?.id.description, lost.lastSeen.map { String($0.prefix(12)) }].compactMap(\.self)
            .joined(separator: "@")
    }

    /// One sentence that describes the loss.
    var description: String {
        let done =
            switch (content, lost.kind) {
            case (.event, .lost), (.event, .undecided): "removed the event"
            case (.event, .altered): "altered the event"
            case (.newerVersion(let version), _):
                "removed an event of version \(Event.spelled(version: version))"
            case (.malformed, _): "removed a line that is not an event"
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
            "; \(lost.standing.isEmpty ? "another line" : "the line here") has its id, and it is unknown which came first"
        }
    }

    /// The place of the current line with the same id, or otherwise the last file that contained
    /// the lost line.
    var place: (path: String, line: Int?) {
        guard let wrong = lost.standing.first else { return (lost.path, nil) }
        return (wrong.path, wrong.number)
    }
}

extension BranchMove {
    /// The beginning of a sentence about the loss.
    var sentence: String {
        let target = to.map { " to \($0.prefix(12))" } ?? ""
        let reason = message.isEmpty ? "" : " (“\(message)”)"
        return
            "The branch “\(reference.shorthand)” was moved back from \(from.prefix(12))\(target)\(reason)"
    }
}
