import Cprocess
import Foundation
import Glibc

/// Measures claims: things side by side in one run, one JSON line a case, then a table of thresholds.
///
/// `bench [--case NAME]… [--rounds N] [--events N] [--cache DIR] [--table FILE [--from LINES]]`, or `bench --list`. Ends with
/// 1 if a threshold does not hold. `bench append DIRECTORY COUNT NAME` adds so many strings in as many commits, and `bench propose` has 64
/// tasks propose so many texts through one writer, for tests of writers that meet.
@main
enum Benchmark {
    static func main() async throws {
        let arguments = (1..<max(1, cprocess_word_count())).compactMap { index in
            cprocess_word(index).map { String(cString: $0) }
        }
        if arguments.first == "append", arguments.count == 4, let count = Int(arguments[2]) {
            return try Appender(directory: arguments[1], name: arguments[3]).append(count)
        }
        if arguments.first == "propose", arguments.count == 4, let count = Int(arguments[2]) {
            return try await Proposers(directory: arguments[1], name: arguments[3]).propose(count)
        }
        // A program that is written to may end before it has read all: that is an error, and no end of this one.
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try BenchmarkOptions(arguments, environment: Processes.inherited)
            exit(try await run(options))
        } catch {
            Progress.say("\(error)")
            exit(2)
        }
    }

    private static func run(_ options: BenchmarkOptions) async throws -> Int32 {
        if options.isList {
            for item in Cases.all { print("\(item.name)\t\(item.summary)") }
            return 0
        }
        let thresholds = try Thresholds.builtIn()
        if let name = options.inner { return try await runCase(name, options, thresholds) }
        let reports: [Report]
        if let path = options.from {
            reports = try Report.read(String(contentsOfFile: path, encoding: .utf8))
        } else {
            reports = try Conductor(options: options, programs: Programs(), thresholds: thresholds)
                .run()
        }
        print(Table(reports: reports).text, terminator: "")
        if let path = options.table {
            let page = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            try Table(reports: reports).page(page).write(
                toFile: path, atomically: true, encoding: .utf8)
        }
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
