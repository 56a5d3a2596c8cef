import ArgumentParser
import Representations
import Sync
import Translation
import Workspace

/// `dragoman doctor`.
struct Doctor: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine this machine and the repository, and suggest what to do.",
        discussion: """
            Checks the installation, git, your name and address, the terminal, the repository with \
            its branch, remote and hooks, the read model and the free disk space. Changes nothing, \
            and connects to nothing. Exit 1 if something needs to be done. `dragoman fsck` checks \
            the contents of the repository.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let diagnosis = Diagnosis(
            session.directory(global), branch: global.branch ?? Workspace.defaultBranch,
            host: session.host, isInteractive: session.terminal.isInteractive)
        switch output.format {
        case .json: session.write(diagnosis.json)
        case .text: write(diagnosis, to: session)
        }
        return diagnosis.hasProblem ? .found : .done
    }

    private func write(_ diagnosis: Diagnosis, to session: Session) {
        let style = session.style
        var table = Table(style: style)
        for finding in diagnosis.findings {
            let paint =
                switch finding.outcome {
                case .ok: style.green
                case .note: style.yellow
                case .problem: style.red
                }
            let text = finding.hint.map { "\(finding.message) \($0)" } ?? finding.message
            table.add([
                .init(finding.outcome.rawValue, paint: paint), .init(finding.subject.title),
                .init(text),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns, isWrapped: true))
    }
}

extension Diagnosis.Subject {
    fileprivate var title: String {
        switch self {
        case .readModel: "read model"
        case .identity: "name"
        default: rawValue
        }
    }
}
