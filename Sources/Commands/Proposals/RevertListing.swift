import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// What a revert would change, a line for each place.
struct RevertListing {
    let text: String

    init(
        _ events: [Event], _ model: ReadModel, _ style: Style
    ) throws {
        let project = model.project
        var table = Table(style: style)
        for event in events {
            guard let subject = event.subject(in: project) else { continue }
            var change = event.payload.typeName
            if case .unit(let locale, let string) = subject {
                let now = try model.unit(locale, string).text?.value
                change = event.payload.change(from: now) ?? change
            }
            if case .commentAdded = event.payload {
                // The comment is there for nothing else.
                let types = Set(
                    try event.undoes.compactMap { try model.event($0)?.payload.typeName })
                change = "takes back \(types.sorted().joined(separator: ", "))"
            }
            table.add([
                .init(subject.spelled(in: project), paint: style.bold),
                .init(change),
            ])
        }
        text = table.lines(columns: nil)
    }
}

extension Payload {
    /// What the event makes of a text, in a few words; `nil` if it is none of a text.
    fileprivate func change(from now: Value?) -> String? {
        let before = now.map { "“\(ValueText.inline($0))” → " } ?? ""
        return switch self {
        case .translationRemoved, .stringRemoved: before + "removed"
        case .proposalDeleted(let verdict): "proposal \(verdict.proposal) deleted"
        case .proposalReopened(let verdict): "proposal \(verdict.proposal) reopened"
        default: text.map { before + "“\(ValueText.inline($0))”" }
        }
    }
}
