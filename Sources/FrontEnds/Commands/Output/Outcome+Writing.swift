import JSON
import Languages
import Representations
import Translation
import Workspace

extension Session {
    /// Answers a writing verb: what was written, and what was let through.
    ///
    /// `sentence` says it to people, and `nothing` that no event was written; both go to standard error like all talk. Of a batch in
    /// which nobody could tell which string a notice is about, notices are only counted.
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
