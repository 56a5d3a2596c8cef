import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman get`.
struct Get: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print one text; exit 1 where there is none.",
        discussion: """
            --fallback takes what the language lacks from its chain, and at last from the source. --guid shows the \
            open proposal of that guid in place of the text.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var section: SectionOption
    @OptionGroup var place: PlaceArguments

    @Flag(help: "Take a missing text from the fallback chain, at last from the source.")
    var fallback = false

    @Option(help: ArgumentHelp("Show this guid's open proposal in place.", valueName: "guid"))
    var guid: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try place.resolve(in: workspace, section, takesText: false)
        guard named.text == nil else { throw ValidationError("get takes no text.") }
        let model = try workspace.model(at: moment.moment(), locales: [named.locale])
        try workspace.requireLocale(named.locale, in: model)
        let string = try workspace.string(section.key(named.key), in: model)
        try workspace.requireString(string, in: model)
        let found = try workspace.text(
            named.locale, string, fallsBack: fallback, guid: guid, in: model)
        guard let found else {
            let key = Visible.escaping(string.spelled(in: workspace.project))
            session.say("“\(key)” has no text in \(named.locale).")
            return .found
        }
        switch output.format {
        case .json:
            session.write(
                .object { members in
                    members.add("locale", named.locale.rawValue)
                    members.add(string)
                    members.add("value", found.value.json)
                    members.add("suppliedBy", found.suppliedBy.rawValue)
                    members.add("reviewed", found.isReviewed)
                    members.add("stale", found.isStale)
                    members.add("source", found.source.json)
                    members.add("proposal", found.proposal)
                })
        case .text: write(found.value, to: session)
        }
        return .done
    }

    /// A text is printed as it is, a tree by its forms.
    private func write(_ value: Value, to session: Session) {
        let isTree = value.plainText == nil
        for (path, text) in value.texts {
            let shown = session.terminal.isInteractive ? Visible.escaping(text) : text
            session.terminal.write(
                isTree ? "\(path.joined(separator: ".")): \(shown)\n" : "\(shown)\n")
        }
    }
}
