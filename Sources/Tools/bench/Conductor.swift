import Foundation
import Glibc
import Machine
import Synchronization

/// The case that is running, for the signal handler.
private let runningCase = Atomic<pid_t>(0)
/// The signal that interrupted the run.
private let endingSignal = Atomic<Int32>(0)

/// Runs the cases one after another, each in its own process.
///
/// This way, no case inherits memory from another, and a case's child processes end with the case.
struct Conductor {
    let options: BenchmarkOptions
    let programs: Programs
    let thresholds: Thresholds

    /// Runs the requested cases, prints the line of each, and returns their results.
    func run() throws -> [Report] {
        let names = options.cases.isEmpty ? Cases.all.map { $0.name } : options.cases
        let files = FileManager.default
        try files.createDirectory(atPath: options.cache, withIntermediateDirectories: true)
        try ScratchDirectory.removeAbandoned(in: Cache(path: options.cache))
        endCasesWithUs()
        let output = "\(options.cache)/line-\(getpid())"
        defer { unlink(output) }
        return try names.flatMap { name in
            Progress.say("case \(name)")
            var words = [
                programs.bench, "--inner", name, "--cache", options.cache, "--events",
                "\(options.events)", "--projects", "\(options.projects)",
            ]
            if let seconds = options.seconds { words += ["--seconds", "\(seconds)"] }
            if let rounds = options.rounds { words += ["--rounds", "\(rounds)"] }
            let begin = ContinuousClock.now
            let process = try Processes.start(
                words,
                streams: Streams(output: output, sharesErrors: true, isGroup: true))
            runningCase.store(process, ordering: .sequentiallyConsistent)
            let ended = Processes.wait(for: process, since: begin)
            runningCase.store(0, ordering: .sequentiallyConsistent)
            let signal = endingSignal.load(ordering: .sequentiallyConsistent)
            if signal != 0 || ended.status != 0 {
                ScratchDirectory.remove(of: process, in: Cache(path: options.cache))
            }
            guard signal == 0 else { throw Interrupted(signal: signal) }
            Progress.say("case \(name) took \(Int(ended.seconds)) s")
            let said = try String(contentsOfFile: output, encoding: .utf8)
            let line = ended.status == 0 ? said : try failure(of: name, ended.status).line() + "\n"
            FileHandle.standardOutput.write(Data(line.utf8))
            return try Report.read(line)
        }
    }

    /// Returns the report for an incomplete case, for which no threshold holds.
    private func failure(of name: String, _ status: Int32) throws -> Report {
        var findings = Findings()
        findings.notes.append("the case ended with status \(status) before it measured anything")
        return Report(
            name: name, events: options.events, findings: findings, thresholds: thresholds)
    }

    /// Ends a case and all its child processes when a signal ends this process.
    private func endCasesWithUs() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                endingSignal.store(number, ordering: .sequentiallyConsistent)
                let process = runningCase.load(ordering: .sequentiallyConsistent)
                if process > 0 { kill(-process, SIGKILL) }
            }
        }
    }

    /// The error thrown when a signal interrupts the run.
    struct Interrupted: Error, CustomStringConvertible {
        let signal: Int32

        var description: String { "ended by signal \(signal)" }
    }
}
