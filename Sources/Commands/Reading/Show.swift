import ArgumentParser
import Languages
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman show`.
struct Show: FormattedVerb {
    static let configuration = CommandConfiguration(
        verb: "show",
        abstract: "Show an event, a proposal or a commit with its whole story.",
        discussion: """
            Of a proposal: who made it, what it replaced, what was said and decided, and what became of the text that \
            was accepted. Of a text: what it replaced, and whether it was judged, replaced or taken back. Of a commit: \
            its events, and the texts that read otherwise. An alias, which says again what was said with the same \
            idempotency key, stands for the event that counts. With --format json: the event as stored and its story, a \
            proposal's row and its events, or a commit.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @Argument(
        help:
            "An id, or a unique beginning or end of 4 or more characters; or a commit, as git names it."
    )
    var id: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let moment = try moment.moment()
        switch try find(workspace, moment) {
        case .commit(let story, let aliases):
            switch output.format {
            case .json: session.write(story.json(in: workspace.project, aliases: aliases))
            case .text:
                session.terminal.page(
                    CommitStoryText(
                        story, aliases: aliases, workspace.project, session.style
                    ).text)
            }
        case .event(let story):
            switch output.format {
            case .json: session.write(story.json)
            case .text:
                session.terminal.page(StoryText(story, workspace.project, session.style).text)
            }
        }
        return .done
    }

    private enum Found {
        case event(Story)
        case commit(CommitStory, aliases: [EventID: EventID])
    }

    private func find(_ workspace: Workspace, _ moment: Moment) throws -> Found {
        if case .tip = moment { return try workspace.read(at: .tip) { try find(in: $0) } }
        // An event of a past state need not be at the tip; one that is there is of a language, and no other is read.
        let known = try workspace.read(at: .tip) { tip in
            (try? tip.event(id)).flatMap { try? tip.model.event($0) }
        }
        return try workspace.read(at: moment, locales: known.map { [$0.locale] }) { snapshot in
            try find(in: snapshot, isPast: true)
        }
    }

    private func find(in snapshot: Snapshot, isPast: Bool = false) throws -> Found {
        switch try snapshot.identify(id) {
        case .event(let id):
            if let story = try snapshot.story(of: id) { return .event(story) }
            throw Refusal(
                .unknownID, "There is no event \(id).", hint: "`dragoman log` lists events.")
        case .commit(let id):
            guard !isPast else {
                throw ValidationError("A commit is what it is: --rev and --at are for events.")
            }
            return .commit(try snapshot.commitStory(id), aliases: try snapshot.model.aliases())
        }
    }
}
