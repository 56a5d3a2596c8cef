import JSON
import Translation

/// The result of a person's action, such as accepting a proposal.
struct ActAnswer: Sendable {
    /// The message for the person, such as `Accepted.`.
    var message: String
    /// The position of the log after the action.
    var position: String?
    /// The events that an undo would revert.
    var undo: [EventID] = []
    /// The commit that an undo would revert, for an action on several languages.
    var commit: String?
    /// The items that a bulk action skipped, with the reasons.
    var leftOut: [(what: String, because: String)] = []
    /// The page to open instead of the page with the form.
    var next: PageAddress?

    /// The result as JSON, for scripts.
    var json: JSONValue {
        .object { members in
            members.add("ok", true)
            members.add("message", message)
            members.add("position", position)
            if !undo.isEmpty { members.add("undo", list: undo.map(\.description)) }
            if !leftOut.isEmpty {
                members.add(
                    "left",
                    .array(
                        leftOut.map { left in
                            .object { members in
                                members.add("what", left.what)
                                members.add("because", left.because)
                            }
                        }))
            }
        }
    }
}
