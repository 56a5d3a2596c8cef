import ArgumentParser
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman diff`.
struct Diff: Verb {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the texts and proposals that differ between two revisions.",
        discussion: """
            REV compares a revision with the tip, and A..B compares two revisions. A...B compares \
            B with the point where it branched off A. Without revisions, the upstream branch is \
            compared with the tip. Texts are grouped by language and shown below their source \
            text, with the changed words marked.

            --format markdown is for pasting into a pull request; it stays below the maximum \
            length of a comment. --format html produces one self-contained page to send to \
            reviewers.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("The output format: text, json, markdown or html.", valueName: "form"))
    var format: Form = .text

    @Argument(help: ArgumentHelp("The revisions to compare.", valueName: "rev[..rev]"))
    var revisions: String?

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language. Can be repeated.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Flag(help: "Omit proposals.")
    var noProposals = false

    @Flag(help: "Show only counts, by language.")
    var stat = false

    @Option(
        help: ArgumentHelp(
            """
            The style for marking changed words: plain uses [-old-]{+new+}, color uses only colours, none \
            shows the old and new text in full. The default is color on a terminal, and otherwise \
            plain.
            """, valueName: "plain|color|none"))
    var wordDiff: WordMarks?

    @Flag(help: "Exit 1 if there are differences.")
    var exitCode = false

    enum Form: String, ExpressibleByArgument {
        case text
        case json
        case markdown
        case html
    }

    var answersInJSON: Bool { format == .json }

    func validate() throws {
        if format == .json, wordDiff != nil {
            throw ValidationError(
                "--word-diff applies only to text output. JSON output contains both texts.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let wanted = try locales.map(workspace.language)
        let difference = try workspace.read { snapshot in
            let whole = try snapshot.difference(revisions)
            let choice = try KeyChoice(
                section: section, key: key, in: snapshot, .known, or: whole.strings)
            return whole.filtered(keepsProposals: !noProposals) { locale, string in
                (wanted.isEmpty || wanted.contains(locale)) && choice.includes(string)
            }
        }
        let report = DifferenceReport(difference, project: workspace.project)
        switch format {
        case .json:
            session.write(
                stat
                    ? difference.countsJSON
                    : difference.json(in: workspace.project, showsAddresses: true))
        case .text:
            let style = wordDiff?.style(session.style) ?? session.style
            session.terminal.page(
                stat
                    ? DifferenceStat(report, style: style).text(columns: session.tableColumns)
                    : DifferenceText(report, style: style, marks: wordDiff).text)
        case .markdown:
            session.terminal.write(
                DifferenceMarkdown(
                    report, marksWords: wordDiff != WordMarks.none, isStat: stat
                ).text)
        case .html:
            session.terminal.write(
                DifferencePage(
                    report, marksWords: wordDiff != WordMarks.none, isStat: stat
                ).text)
        }
        return exitCode && !difference.isEmpty ? .found : .done
    }
}

/// The marks for changed words.
enum WordMarks: String, ExpressibleByArgument, CaseIterable {
    case plain
    case color
    case none

    /// Returns the style for these marks, based on the terminal's style.
    ///
    /// As in Git, `color` turns colours on.
    func style(_ style: Style) -> Style {
        switch self {
        case .none: style
        case .plain: Style(isColoured: style.isColoured, marksWords: true)
        case .color: Style(isColoured: true)
        }
    }
}
