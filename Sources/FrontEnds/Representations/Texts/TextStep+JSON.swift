package import JSON
import Translation
package import Workspace

extension TextStep {
    /// A current or earlier text of a string: the members of
    /// ``Workspace/BlameRow/json(showsAddresses:)``, and its place in the history.
    package func json(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add(string)
            members.add("value", value?.json)
            members.add("event", event.id)
            members.add("at", event.at)
            members.add("author", author?.json(showsAddresses: showsAddresses))
            members.add("tester", tester?.displayName)
            members.add("reviewer", reviewer?.json(showsAddresses: showsAddresses))
            members.add("proposal", originalProposal)
            members.add("type", event.payload.typeName)
            members.add("standing", standingName)
            if case .undone(let undoer) = standing { members.add("undoneBy", undoer) }
            members.add("before", before?.json)
            members.add("proposed", proposed?.json)
            members.add("source", source?.json)
            members.add("copies", event.copies)
            if !remarks.isEmpty { members.add("remarks", .array(remarks.map(\.json))) }
        }
    }

    private var standingName: String {
        switch standing {
        case .counts: "counts"
        case .loses: "loses"
        case .former: "former"
        case .undone: "undone"
        }
    }
}
