import Commands
import Foundation
import Machine
import Translation
import struct Machine.Host
import Workspace

/// The program: maps arguments, environment and terminal to an exit status.
@main
enum Entrypoint {
    static func main() {
        // A pager or `head` that exits must not kill the program in the middle of a write.
        signal(SIGPIPE, SIG_IGN)
        // A file size limit must not kill it either. The write that exceeds the limit fails, and
        // the failure is reported.
        signal(SIGXFSZ, SIG_IGN)
        let host = Host(
            currentDirectory: FileManager.default.currentDirectoryPath,
            environment: ProcessInfo.processInfo.environment, now: Clock.now, random: .system)
        let terminal = SystemTerminal(environment: host.environment)
        let status = run(on: host, terminal)
        terminal.settle()
        if let reason = terminal.outputFailure {
            terminal.writeError(
                "refused: Cannot write to standard output: \(reason).\nhint: Free some disk space, or write elsewhere.\n"
            )
            exit(2)
        }
        exit(status)
    }

    /// Runs the arguments in a session, which is closed on return.
    private static func run(on host: Host, _ terminal: SystemTerminal) -> Int32 {
        let session = Session(host: host, terminal: terminal)
        do throws(Refusal) {
            try FreeDescriptors.require()
            try host.requireCurrentDirectory()
            try host.takeGitConfiguration()
        } catch {
            return CommandLineTool.report(error, in: session)
        }
        return CommandLineTool.run(bytes: Arguments.read(), in: session)
    }
}

enum Clock {
    /// Returns the current time in Unix milliseconds.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
