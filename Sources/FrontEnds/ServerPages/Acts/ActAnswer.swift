import JSON
import Translation

/// What an act did, as it is told to whoever acted.
struct ActAnswer: Sendable {
    /// The sentence, such as `Accepted.`.
    var message: String
    /// The commit that has it, if there is one.
    var position: String?
    /// The events that a reversal would take back, and the language for its form.
    var undo: [EventID] = []
    /// What was left out of a bulk, and why.
    var leftOut: [(what: String, because: String)] = []
    /// Where to go instead of back.
    var next: PageAddress?

    /// The answer for a script.
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
