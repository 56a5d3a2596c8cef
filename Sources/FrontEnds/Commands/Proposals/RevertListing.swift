import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// The effects of a revert: a line for each place, and for each proposal with a changed state.
struct RevertListing {
    let text: String

    /// Lists the effects of `events`, which are not yet written, on the state in `model`.
    init(
        _ events: [Event], _ model: ReadModel, _ style: Style
    ) throws {
        let project = model.project
        var table = Table(style: style)
        var seen: Set<Subject> = []
        for first in events {
            guard let subject = first.subject(in: project), seen.insert(subject).inserted else {
                continue
            }
            let new = events.filter { $0.subject(in: project) == subject }
            for change in try Self.changes(new, of: subject, model) {
                table.add([
                    .init(subject.spelled(in: project), paint: style.bold), .init(change),
                ])
            }
        }
        text = table.lines(columns: nil)
    }

    private static func changes(
        _ new: [Event], of subject: Subject, _ model: ReadModel
    ) throws -> [String] {
        guard case .unit(let locale, let string) = subject else {
            return new.map(\.payload.typeName)
        }
        let before = try model.unit(locale, string)
        // Only states are compared, and states do not depend on who is credited.
        let after = Unit(
            locale: locale, string: string, events: try model.events(of: subject) + new,
            source: locale == model.project.source ? nil : before.definitions
        ) { _ in nil }
        let texts = try new.compactMap { event -> String? in
            if case .commentAdded = event.payload {
                // This comment exists only to record the undo.
                let types = Set(
                    try event.undoes.compactMap { try model.event($0)?.payload.typeName })
                return "reverts \(types.sorted().joined(separator: ", "))"
            }
            return event.payload.isVerdict
                ? nil : event.payload.change(from: before.text?.value) ?? event.payload.typeName
        }
        let proposals = before.proposals.compactMap { proposal -> String? in
            guard let now = after.proposal(proposal.id)?.state, now != proposal.state else {
                return nil
            }
            return "proposal \(proposal.id): \(proposal.state.rawValue) → \(now.rawValue)"
        }
        return texts + proposals
    }
}

extension Payload {
    /// Whether the event deletes or reopens a proposal, so that the proposal's state shows its
    /// effect.
    fileprivate var isVerdict: Bool {
        switch self {
        case .proposalDeleted, .proposalReopened: true
        default: false
        }
    }

    /// Returns a short description of the event's effect on a text, or nil if it has none.
    fileprivate func change(from now: Value?) -> String? {
        let before = now.map { "“\(ValueText.inline($0))” → " } ?? ""
        return switch self {
        case .translationRemoved, .stringRemoved: before + "removed"
        default: text.map { before + "“\(ValueText.inline($0))”" }
        }
    }
}
