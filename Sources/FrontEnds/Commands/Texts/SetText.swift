import ArgumentParser
import Languages
import Translation
import Workspace

/// `dragoman set`.
struct SetText: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a text directly, without a proposal.",
        discussion: """
            Without a text on a terminal, opens $EDITOR with the current one. Setting a stale \
            text again confirms it for the new source text.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var values: ValueOptions
    @OptionGroup var place: TextPlaceArguments
    @OptionGroup var strictness: StrictOption

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
        let (string, source) = try workspace.readForWriting { snapshot in
            let string = try snapshot.string(section.key(named.key))
            return (string, try snapshot.sourceValue(of: string))
        }
        let outcome = try workspace.perform(
            Action(.setText(named.locale, string, values.conforming(value, to: source))),
            idempotencyKey: idempotency.key, isStrict: strictness.strict)
        session.report(
            outcome, output, saying: "Set \(Visible.escaping(named.key)) in \(named.locale).")
        return .done
    }
}

/// `dragoman unset`.
struct UnsetText: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a text, so that the string is missing or inherited again.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption
    @OptionGroup var place: PlaceArguments

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try place.resolve(in: workspace, section)
        let string = try workspace.readForWriting { try $0.string(section.key(named.key)) }
        let outcome = try workspace.perform(
            Action(.unsetText(named.locale, string)), idempotencyKey: idempotency.key)
        session.report(
            outcome, output,
            saying: "Removed \(Visible.escaping(named.key)) from \(named.locale).")
        return .done
    }
}
