import Foundation
import Glibc
import Machine

/// Measures performance claims by comparing alternatives side by side in one run.
///
/// Prints one JSON line per case, then a table of thresholds.
///
/// `bench [--case NAME]… [--rounds N] [--events N] [--projects N] [--seconds N] [--cache DIR]`, or
/// `bench --list`. Exits with 1 if a threshold is missed.
@main
enum Benchmark {
    static func main() async throws {
        // A program may exit before it has read all of its input. That is an error, but must not
        // end this process.
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try BenchmarkOptions(
                Array(CommandLine.arguments.dropFirst()), environment: Processes.inherited)
            exit(try await run(options))
        } catch {
            Progress.say("\(error)")
            exit(2)
        }
    }

    private static func run(_ options: BenchmarkOptions) async throws -> Int32 {
        let thresholds = try Thresholds.builtIn()
        if options.isList {
            for item in Cases.all { print("\(item.name)\t\(item.summary)") }
            return 0
        }
        if let name = options.inner { return try await runCase(name, options, thresholds) }
        let reports = try Conductor(options: options, programs: Programs(), thresholds: thresholds)
            .run()
        print(Table(reports: reports).text, terminator: "")
        return Report.status(of: reports)
    }

    /// Runs one case in this process, and prints its line.
    private static func runCase(
        _ name: String, _ options: BenchmarkOptions, _ thresholds: Thresholds
    ) async throws -> Int32 {
        guard let item = Cases.all.first(where: { $0.name == name }) else { return 2 }
        let cache = Cache(path: options.cache)
        let scratch = try ScratchDirectory(in: cache)
        defer { scratch.remove() }
        let bench = Bench(
            options: options, programs: try Programs(), cache: cache, scratch: scratch)
        let report = Report(
            name: name, events: options.events, findings: try await item.init(bench).run(),
            thresholds: thresholds)
        print(try report.line())
        return 0
    }
}
