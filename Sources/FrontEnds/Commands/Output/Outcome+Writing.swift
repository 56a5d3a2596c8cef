import JSON
import Languages
import Representations
import Translation
import Workspace

extension Session {
    /// Reports the result of a writing verb: the written events and the notices.
    ///
    /// `sentence` describes the result, and `nothing` is used if no event was written. Like all
    /// messages, both go to standard error. Set `countsNotices` for a batch whose notices do not
    /// name their strings; then only their number is reported.
    func report(
        _ outcome: Outcome, _ options: OutputOptions, saying sentence: String,
        orThat nothing: String = "Nothing to do.",
        countsNotices: Bool = false, extra: (inout JSONMembers) -> Void = { _ in }
    ) {
        if outcome.isRepeated {
            say("note: This was done before with the same idempotency key.")
        }
        if !countsNotices {
            for notice in outcome.notices { say("warning: \(Visible.escaping(notice))") }
        } else if !outcome.notices.isEmpty {
            say("note: The checks found \(counted(outcome.notices.count, "thing")) to look at.")
        }
        switch options.format {
        case .json:
            write(
                outcome.json { members in
                    if !outcome.notices.isEmpty { members.add("notices", list: outcome.notices) }
                    extra(&members)
                })
        case .text:
            say(outcome.events.isEmpty ? nothing : sentence)
        }
    }
}
