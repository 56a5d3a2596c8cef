import ArgumentParser
import Languages
import Pictures
import Representations
import Translation
import Workspace

/// `dragoman propose`.
struct Propose: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "propose",
        abstract: "Propose a text; prints the proposal's id.",
        discussion: """
            A guid has at most one open proposal per string and language; a new one replaces it. \
            In the source language, a new source text is proposed.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var values: ValueOptions
    @OptionGroup var guid: GuidOption
    @OptionGroup var place: TextPlaceArguments
    @OptionGroup var strictness: StrictOption

    @Option(help: ArgumentHelp("A note for the reviewer.", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "A picture of the text in use: a PNG or JPEG file of at most 1 MiB.",
            valueName: "file"))
    var picture: String?

    @OptionGroup var marking: MarkOption

    @OptionGroup var origin: OriginOption

    @Flag(help: "Allow a key that does not exist yet; accepting the proposal defines it.")
    var new = false

    func validate() throws {
        if marking.mark != nil, picture == nil {
            throw ValidationError("--mark needs --picture.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try place.resolve(
            in: workspace, section, takesText: !values.saysText)
        let value = try values.requireValue(
            argument: named.text, in: session,
            editing: {
                try workspace.read(at: .tip) {
                    try $0.presentText(named.locale, section.key(named.key))
                }
            })
        var options = ProposeOptions(
            value: value, note: note, origin: try origin.known(), isNew: new)
        let guid = try workspace.guid(guid.guid, creating: true)
        let key = section.key(named.key)
        let (string, source) = try workspace.readForWriting { snapshot in
            let string = new ? try snapshot.newString(key) : try snapshot.string(key)
            return (string, try snapshot.sourceValue(of: string))
        }
        options.value = values.conforming(value, to: source)
        options.picture = try picture.map { file in
            try session.storedPicture(file, mark: marking.checked(), in: workspace, global)
                .description
        }
        let outcome = try workspace.perform(
            Action(.propose(named.locale, string, options)), guid: guid,
            idempotencyKey: idempotency.key, isStrict: strictness.strict)
        let id = outcome.events.first?.id
        if output.format == .text, let id { session.terminal.write("\(id)\n") }
        session.report(
            outcome, output,
            saying: "Proposed \(Visible.escaping(named.key)) in \(named.locale)."
        ) { $0.add(proposal: id) }
        return .done
    }
}
