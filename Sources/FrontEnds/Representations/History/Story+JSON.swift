package import JSON
import ReadModel
import Translation
package import Workspace

extension Story {
    /// An event and its story.
    ///
    /// The members are those of the stored event, or those of the proposal if the event created
    /// one, followed by `story: [{"role", "event", "undoneBy"?}]`.
    package var json: JSONValue {
        guard let proposal else {
            return .object { members in
                for (name, value) in stored.objectValue?.members ?? [] { members.add(name, value) }
                members.add("standing", standing?.name)
                members.add("aliases", ids: aliases)
                members.add("asked", asked)
                members.add("story", .array(steps.map(\.json)))
            }
        }
        return .object { members in
            proposal.add(to: &members, asking: nil, aliases: aliases)
            members.add("asked", asked)
            members.add("events", .array(steps.map(\.event.json)))
            members.add("story", .array(steps.map(\.json)))
        }
    }
}

extension Story.Standing {
    /// The name of the standing in JSON.
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
    fileprivate var json: JSONValue {
        .object { members in
            members.add("role", role.rawValue)
            members.add("event", event.json)
            members.add("undoneBy", undoneBy)
        }
    }
}
