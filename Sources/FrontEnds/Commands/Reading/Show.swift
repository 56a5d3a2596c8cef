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
            "Show a string in all languages, or the history of an event, a proposal or a commit.",
        discussion: """
            For a string: its texts in all languages, with their states. For a proposal: its \
            author, the text it replaced, comments and decisions, and the fate of the accepted \
            text. For a text: the text it replaced, and whether it was reviewed, replaced or \
            reverted. For a commit: its events, and the texts that have changed since. For an \
            alias, which repeats an event with the same idempotency key: the event that takes effect instead. With \
            --format json: the stored event and its history, a proposal's row and its events, a \
            commit, or a string as in `list`, once per language.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var section: SectionOption

    @Argument(
        help:
            "A key; an id, or a unique beginning or end of one with at least 4 characters; or a commit, as in git."
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
                        workspace.people(),
                        workspace.read(at: .tip) { try $0.channelReleaseNames() }
                    ).text)
            }
        case .event(let story):
            switch output.format {
            case .json: session.write(story.json(showsAddresses: true))
            case .text:
                let (names, releases) = try workspace.read(at: .tip) { snapshot in
                    (try snapshot.boundNames(), try snapshot.channelReleaseNames())
                }
                session.terminal.page(
                    StoryText(story, workspace.project, session.style, names, releases).text)
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
        // An event in a past state may be missing at the tip. If it exists at the tip, its language
        // is known, and no other language is read.
        let known = try workspace.read(at: .tip) { tip in
            (try? tip.event(name)).flatMap { try? tip.model.event($0) }
        }
        return try workspace.read(at: moment, locales: known.map { [$0.locale] }) { snapshot in
            try find(in: snapshot, isPast: true)
        }
    }

    /// Returns the string with that key in all languages, or nil if there is none.
    ///
    /// Rejects a name that also identifies an event or a commit.
    private func string(in snapshot: Snapshot) throws -> [StringInLanguage]? {
        let string = try snapshot.string(section.key(name))
        if section.section != nil { try snapshot.requireString(string) }
        guard try snapshot.model.exists(string) else { return nil }
        if section.section == nil, (try? snapshot.identify(name)) != nil {
            throw Refusal(
                .ambiguousKey, "“\(name)” is both a string and an event or a commit.",
                hint:
                    "Specify the string's section with --section, or more characters of the id."
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
                throw ValidationError("--rev and --at apply only to events, not to commits.")
            }
            return .commit(try snapshot.commitStory(id), aliases: try snapshot.model.aliases())
        }
    }

    /// Resolves an id or a revision; if there is no match, the refusal also considers strings.
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
