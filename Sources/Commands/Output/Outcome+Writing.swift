import JSON
import Languages
import Representations
import Translation
import Workspace

extension Session {
    /// Answers a writing verb: what was written, and what was let through.
    ///
    /// `sentence` says it to people, and goes to standard error like all talk.
    func report(
        _ outcome: Outcome, _ options: OutputOptions, saying sentence: String,
        extra: (inout JSONMembers) -> Void = { _ in }
    ) {
        if outcome.isRepeated {
            say("note: This was done before with the same idempotency key.")
        }
        for notice in outcome.notices { say("warning: \(Visible.escaping(notice))") }
        switch options.format {
        case .json:
            write(
                outcome.json { members in
                    if !outcome.notices.isEmpty { members.add("notices", list: outcome.notices) }
                    extra(&members)
                })
        case .text:
            say(outcome.events.isEmpty ? "Nothing to do." : sentence)
        }
    }
}
