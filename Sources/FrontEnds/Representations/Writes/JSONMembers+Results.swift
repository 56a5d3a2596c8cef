public import JSON
public import Translation

/// Members that some writes add to ``Workspace/Outcome/json(extra:)``.
extension JSONMembers {
    /// Adds the id of the proposal that was made.
    public mutating func add(proposal id: EventID?) {
        add("proposal", id)
    }

    /// Adds the ids of all proposals that were made, even if there are none.
    public mutating func add(proposals ids: [EventID]) {
        add("proposals", list: ids.map(\.description))
    }

    /// Adds the items that were refused while others were carried out, unless there are none.
    public mutating func add(leftOut items: [JSONValue]) {
        if !items.isEmpty { add("leftOut", .array(items)) }
    }

    /// Adds the items whose texts were not complete and stay for later, unless there are none.
    public mutating func add(kept items: [JSONValue]) {
        if !items.isEmpty { add("kept", .array(items)) }
    }
}
