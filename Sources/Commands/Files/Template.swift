import ArgumentParser
import Interchange
import Languages
import Translation
import Workspace

/// `dragoman template`.
struct Template: Verb {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Print an empty Ver-ID translation file of the source strings.",
        discussion: """
            The strings are the repository's, or with --from those of a Ver-ID XML file, a Swift file or all Swift \
            files below a directory (translatedStrings["…"]), and then no repository is needed.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var moment: MomentOptions

    @Argument(help: "The language of the file.")
    var tag: String?

    @Option(help: ArgumentHelp("Take the strings from here.", valueName: "path"))
    var from: String?

    func run(in session: Session) throws -> ExitStatus {
        let locale = try tag.map { text in
            try Workspace.language(text) { session.say("warning: \($0)") }
        }
        let bytes: [UInt8]
        if let from {
            let originals = try Originals.read(session.path(from, global)) {
                session.say("note: \($0)")
            }
            bytes = try VerIDXML.template(originals: originals, language: locale)
        } else {
            bytes = try template(of: session.open(global), locale)
        }
        session.terminal.write(bytes: bytes)
        return .done
    }

    /// The repository's strings, untranslated, as an export would write them.
    private func template(of workspace: Workspace, _ locale: LanguageTag?) throws -> [UInt8] {
        let model = try workspace.model(at: moment.moment(), locales: [])
        return try workspace.template(for: locale, from: model)
    }
}
