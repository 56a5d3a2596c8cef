import JSON
import Languages
import Representations
import Translation
import Workspace

extension Session {
    /// Reports the result of a writing verb: the written events and the notices.
    ///
    /// `sentence` describes the result, and `nothing` is used if no event was written. Both are
    /// printed to standard error, like all messages. Set `countsNotices` to report only the number
    /// of notices, for a batch whose notices do not mention their strings.
    func report(
        _ outcome: Outcome, _ options: OutputOptions, saying sentence: String,
        orThat nothing: String = "Nothing to do.",
        countsNotices: Bool = false, extra: (inout JSONMembers) -> Void = { _ in }
    ) {
        if outcome.isRepeated {
            say("note: This was already done, with the same idempotency key.")
        }
        if !countsNotices {
            for notice in outcome.notices { say("warning: \(Visible.escaping(notice))") }
        } else if !outcome.notices.isEmpty {
            say("note: The checks reported \(counted(outcome.notices.count, "finding")).")
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
