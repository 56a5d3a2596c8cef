import ArgumentParser
import Interchange
import Languages
import Translation
import Workspace

/// `dragoman template`.
struct Template: Verb {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Print an untranslated file with the source strings.",
        discussion: """
            The strings come from the repository. With --from, they come from a Ver-ID XML file, a \
            Swift file or all Swift files in a directory (translatedStrings["…"]). This needs no \
            repository. Without a language, the output is Ver-ID's template for any language. In \
            other formats, it is the file for the source language, such as a POT.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var named: NamedLocaleOption

    @Argument(help: "The language of the file.")
    var tag: String?

    @Option(help: ArgumentHelp("The format of the file.", valueName: "name"))
    var format = VerIDXML().name

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Read the strings from here instead.", valueName: "path"))
    var from: String?

    func validate() throws {
        guard from != nil, section != nil else { return }
        throw ValidationError("--from reads strings without sections.")
    }

    func run(in session: Session) throws -> ExitStatus {
        let locale = try named.tag(or: tag).map { text in
            try Workspace.language(text, isNew: true) { session.say("warning: \($0)") }
        }
        let bytes: [UInt8]
        if let from {
            let originals = try Originals.read(session.path(from, global), on: session.host) {
                session.say("note: \($0)")
            }
            bytes = try Templates.file(
                of: originals, for: locale, in: try Workspace.writtenFormat(format))
        } else {
            let workspace = try session.open(global)
            bytes = try workspace.read(at: moment.moment(), locales: []) { snapshot in
                if let section { try snapshot.requireSection(section) }
                return try snapshot.template(
                    for: locale, in: try snapshot.writtenFormat(format),
                    section: section.map(snapshot.section))
            }
        }
        session.terminal.write(bytes: bytes)
        return .done
    }
}
