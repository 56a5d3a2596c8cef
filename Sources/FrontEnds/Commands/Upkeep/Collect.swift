import ArgumentParser
import Git
import Languages
import Representations
import Sync
import Workspace

/// `dragoman gc`.
struct Collect: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "gc",
        abstract: "Pack the repository, and remove files left behind by dead processes.",
        discussion: """
            Uses the git program, with its settings (gc.*) and locks. Without git, libgit2 packs \
            loose objects. Other processes can read and write meanwhile. After a write, this runs \
            in the background once there are about 5,000 loose objects. `git config \
            dragoman.gcAuto` changes this number, and `git config gc.auto 0` turns it off.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .customLong("dry-run"), help: "Only show what would be done.")
    var isDryRun = false

    func run(in session: Session) throws -> ExitStatus {
        let report = try GarbageCollection(try session.open(global)).run(isDryRun: isDryRun)
        switch output.format {
        case .json:
            session.write(report.json)
        case .text:
            session.terminal.write("before  \(report.before.text)\n")
            if let after = report.after { session.terminal.write("after   \(after.text)\n") }
            for path in report.removed {
                session.terminal.write(
                    "\(isDryRun ? "would remove" : "removed")  \(Visible.escaping(path))\n")
            }
        }
        return .done
    }
}

extension ObjectUsage {
    fileprivate var text: String {
        "\(counted(looseObjects, "loose object")), \(counted(packs, "pack")), \(bytes) bytes"
    }
}
