package import JSON
package import Translation

/// Members that some writes add to ``Workspace/Outcome/json(extra:)``.
extension JSONMembers {
    /// Adds the id of the new proposal, if there is one.
    package mutating func add(proposal id: EventID?) {
        add("proposal", id)
    }

    /// Adds the ids of all new proposals, even if the list is empty.
    package mutating func add(proposals ids: [EventID]) {
        add("proposals", list: ids.map(\.description))
    }

    /// Adds the items that a command rejected while it carried out others, unless the list is
    /// empty.
    package mutating func add(leftOut items: [JSONValue]) {
        if !items.isEmpty { add("leftOut", .array(items)) }
    }

    /// Adds the items that were kept because their texts are incomplete, unless the list is empty.
    package mutating func add(kept items: [JSONValue]) {
        if !items.isEmpty { add("kept", .array(items)) }
    }
}
