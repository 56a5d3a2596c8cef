import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman show`.
struct Show: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract:
            "Show a string in all languages, or an event, a proposal or a commit with its story.",
        discussion: """
            Of a string: what it says in each language, and what is to be known of that. Of a proposal: who made it, what it replaced, what was said and decided, and what became of the text that \
            was accepted. Of a text: what it replaced, and whether it was judged, replaced or taken back. Of a commit: \
            its events, and the texts that read otherwise. An alias, which says again what was said with the same \
            idempotency key, stands for the event that counts. With --format json: the event as stored and its story, a \
            proposal's row and its events, a commit, or a string as `list` has it, once for each language.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var section: SectionOption

    @Argument(
        help:
            "A key; an id, or a unique beginning or end of 4 or more characters; or a commit, as git names it."
    )
    var name: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let moment = try moment.moment()
        switch try find(workspace, moment) {
        case .commit(let story, let aliases):
            switch output.format {
            case .json:
                session.write(
                    story.json(in: workspace.project, aliases: aliases, showsAddresses: true))
            case .text:
                try session.terminal.page(
                    CommitStoryText(
                        story, aliases: aliases, workspace.project, session.style,
                        workspace.people()
                    ).text)
            }
        case .event(let story):
            switch output.format {
            case .json: session.write(story.json(showsAddresses: true))
            case .text:
                session.terminal.page(
                    StoryText(
                        story, workspace.project, session.style,
                        try workspace.read(at: .tip) { try $0.boundNames() }
                    ).text)
            }
        case .string(let texts):
            switch output.format {
            case .json:
                session.write(
                    .array(
                        texts.map { $0.entry.json(in: $0.locale, state: $0.state.rawValue) }))
            case .text:
                session.terminal.page(
                    StringText(texts, workspace.project, session.style)
                        .text(columns: session.tableColumns))
            }
        }
        return .done
    }

    private enum Found {
        case event(Story)
        case commit(CommitStory, aliases: [EventID: EventID])
        case string([StringInLanguage])
    }

    private func find(_ workspace: Workspace, _ moment: Moment) throws -> Found {
        if case .tip = moment { return try workspace.read(at: .tip) { try find(in: $0) } }
        if let texts = try workspace.read(at: moment, string) { return .string(texts) }
        // An event of a past state may be missing at the tip. If it exists there, its language is
        // known, and no other language is read.
        let known = try workspace.read(at: .tip) { tip in
            (try? tip.event(name)).flatMap { try? tip.model.event($0) }
        }
        return try workspace.read(at: moment, locales: known.map { [$0.locale] }) { snapshot in
            try find(in: snapshot, isPast: true)
        }
    }

    /// Returns the string with that key in all languages, or nil if there is none.
    ///
    /// Refuses a name that is also that of an event or a commit.
    private func string(in snapshot: Snapshot) throws -> [StringInLanguage]? {
        let string = try snapshot.string(section.key(name))
        if section.section != nil { try snapshot.requireString(string) }
        guard try snapshot.model.exists(string) else { return nil }
        if section.section == nil, (try? snapshot.identify(name)) != nil {
            throw Refusal(
                .ambiguousKey, "“\(name)” is a string, and also an event or a commit.",
                hint:
                    "Name the section of the string with --section, or give more characters of an id."
            )
        }
        return try snapshot.texts(of: string)
    }

    private func find(in snapshot: Snapshot, isPast: Bool = false) throws -> Found {
        if !isPast, let texts = try string(in: snapshot) { return .string(texts) }
        switch try identify(in: snapshot) {
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

    /// Resolves an id or a revision; if there is none, the refusal also considers a string.
    private func identify(in snapshot: Snapshot) throws -> Snapshot.Identified {
        do {
            return try snapshot.identify(name)
        } catch let refusal as Refusal where refusal.code == .unknownID {
            throw Refusal(
                .unknownID, "There is no string, event, proposal or commit \(name).",
                hint: refusal.hint, nearest: refusal.nearest,
                missing: refusal.nearest.isEmpty
                    ? .string(try snapshot.string(section.key(name))) : nil)
        }
    }
}
