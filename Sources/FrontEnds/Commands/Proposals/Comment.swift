import ArgumentParser
import Languages
import Translation
import Workspace

/// `dragoman comment`.
struct Comment: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Comment on a proposal, or on a string in a language.",
        usage: """
            dragoman comment <proposal> [<text>]
            dragoman comment --locale <tag> [--section <name>] <key> [<text>]
            """,
        discussion: "Without a text on a terminal, opens $EDITOR; - reads standard input.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Comment on a string in this language.", valueName: "tag"))
    var locale: String?

    @Argument(help: "A proposal's id; with --locale, a key.")
    var subject: String

    @Argument(help: "The comment.")
    var text: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try locale.map(workspace.language)
        let text = try said(in: session)
        let target: CommentTarget = try workspace.readForWriting { snapshot in
            if let locale {
                .unit(UnitID(locale, try snapshot.string(section.key(subject))))
            } else {
                .proposal(try snapshot.proposal(subject))
            }
        }
        let outcome = try workspace.perform(
            Action(.comment(target, text)), idempotencyKey: idempotency.key)
        session.report(outcome, output, saying: "Commented on \(Visible.escaping(subject)).")
        return .done
    }

    private func said(in session: Session) throws -> String {
        if let text { return text == "-" ? try session.standardInput() : text }
        guard session.terminal.canAsk else {
            throw ValidationError("Provide the text as an argument, or use - for standard input.")
        }
        return try session.edited("")
    }
}

/// `dragoman endorse`.
struct Endorse: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "endorse",
        abstract: "Support other people's proposals, once per guid or person.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var guid: GuidOption

    @Argument(
        help: "The proposals: ids, or unique beginnings or ends of ids with at least 4 characters.")
    var ids: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let guid = try workspace.guid(guid.guid, creating: false)
        let proposals = try workspace.readForWriting { try ids.map($0.proposal) }
        let outcome = try workspace.perform(
            Action(.endorse(proposals, reason: reason)), guid: guid,
            idempotencyKey: idempotency.key)
        session.report(
            outcome, output, saying: "Endorsed \(counted(outcome.events.count, "proposal")).")
        return .done
    }
}
