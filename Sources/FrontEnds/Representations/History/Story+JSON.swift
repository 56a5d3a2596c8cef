package import JSON
import ReadModel
import Translation
package import Workspace

extension Story {
    /// An event and its story.
    ///
    /// If the event created a proposal, the object contains the proposal's members and `events`.
    /// Otherwise, it contains the stored event's members and, if there are any, `standing` and
    /// `aliases`. Both kinds of objects contain `story: [{"role", "event", "undoneBy"?}]`, and
    /// `asked` if the caller requested an alias.
    package func json(showsAddresses: Bool) -> JSONValue {
        let steps = JSONValue.array(self.steps.map { $0.json(showsAddresses: showsAddresses) })
        guard let proposal else {
            let shown = showsAddresses ? stored : event.json(showsAddresses: false)
            return .object { members in
                for (name, value) in shown.objectValue?.members ?? [] { members.add(name, value) }
                members.add("standing", standing?.name)
                members.add("aliases", ids: aliases)
                members.add("asked", asked)
                members.add("story", steps)
            }
        }
        return .object { members in
            proposal.add(
                to: &members, asking: nil, aliases: aliases, showsAddresses: showsAddresses)
            members.add("asked", asked)
            members.add(
                "events",
                .array(self.steps.map { $0.event.json(showsAddresses: showsAddresses) }))
            members.add("story", steps)
        }
    }
}

extension Story.Standing {
    /// The JSON name of an event's standing: whether the event is in effect, and if not, why.
    fileprivate var name: String {
        switch self {
        case .counts: "counts"
        case .loses: "loses"
        case .replaced: "replaced"
        case .undone: "undone"
        }
    }
}

extension StoryStep {
    fileprivate func json(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add("role", role.rawValue)
            members.add("event", event.json(showsAddresses: showsAddresses))
            members.add("undoneBy", undoneBy)
        }
    }
}
