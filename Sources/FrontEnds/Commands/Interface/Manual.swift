import ArgumentParser
import Machine
import Translation
import Workspace

/// `dragoman manual`: writes the manual pages, for `make install`.
struct Manual: Verb {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print a manual page, or write all of them.",
        discussion:
            "SOURCE_DATE_EPOCH sets the date of the pages. Without it, the pages have no date.",
        shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The verb whose page is printed.")
    var verb: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write all pages into this directory.", valueName: "dir"))
    var output: String?

    func validate() throws {
        guard output != "-" else {
            throw ValidationError("-o requires a directory; without -o, the page is printed.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let pages = ManualPage.all(date: date(session))
        if let output {
            let directory = session.path(output, global)
            try Files.makeDirectory(directory)
            for page in pages {
                try Files.write(Array(page.text.utf8), to: "\(directory)/\(page.name).1")
            }
            return .done
        }
        let name = (["dragoman"] + verb).joined(separator: "-")
        guard let page = pages.first(where: { $0.name == name }) else {
            throw Refusal(
                .invalidValue, "Unknown verb “\(verb.joined(separator: " "))”.",
                hint: "Use `dragoman --help` to list the verbs.")
        }
        session.terminal.write(page.text)
        return .done
    }

    /// Returns the date from `SOURCE_DATE_EPOCH`, or an empty text if it is not set or not valid.
    ///
    /// See <https://reproducible-builds.org/specs/source-date-epoch/>.
    private func date(_ session: Session) -> String {
        guard let seconds = session.host.variable("SOURCE_DATE_EPOCH").flatMap({ Int64($0) }),
            (0..<253_402_300_800).contains(seconds)
        else { return "" }
        return String(Timestamp.text(milliseconds: seconds * 1000).prefix(10))
    }
}
