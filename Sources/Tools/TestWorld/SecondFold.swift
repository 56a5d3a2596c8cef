import Foundation
import JSON
import ReadModel
import Texts
package import Translation

/// The second fold, `Tests/SecondFold/fold.py`, a Python program based only on the page on stored
/// data.
package struct SecondFold {
    /// A log in files, to be folded by both programs.
    package struct Log: Sendable {
        let name: String
        let files: [(path: String, content: [UInt8])]

        /// Creates a log of files below `events/`; readers ignore files without the suffix
        /// `.jsonl`.
        package init(_ name: String, files: [(path: String, content: [UInt8])]) {
            self.name = name
            self.files = files
        }

        /// Creates a log of one file.
        package init(_ name: String, lines: [[UInt8]]) {
            let content = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
            self.init(name, files: [("en/a.jsonl", content)])
        }

        /// The lines as this program parses them.
        package var lines: EventLines {
            EventLines(in: files.filter { $0.path.hasSuffix(".jsonl") }.map(\.content))
        }
    }

    private static let python = "/usr/bin/python3"

    /// Whether Python is available.
    package static var canRun: Bool { FileManager.default.isExecutableFile(atPath: python) }

    /// The number of logs of each kind; `DRAGOMAN_TORTURE` increases it.
    private static let seedCount =
        ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1" ? 2_000 : 200
    private static let batch = 25

    /// The seeds of logs that are folded in one run of Python, which starts slowly.
    package static var batches: [Range<Int>] {
        stride(from: 0, to: seedCount, by: batch).map { $0..<$0 + batch }
    }

    private let project: Project
    private let program: String
    private let sandbox: Sandbox

    /// Prepares to fold logs of a project.
    package init(project: Project) throws {
        self.project = project
        sandbox = try Sandbox()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        program = root.appending(path: "Tests/SecondFold/fold.py").path
    }

    /// Returns the logs with different results, each with its digest, its line counts and the
    /// differing rows.
    ///
    /// Folds all logs in one run of Python. Their names must be valid file names.
    package func differences(of logs: [Log]) throws -> [String] {
        for log in logs { try write(log) }
        let answers = try run(["--all"] + logs.map(\.name)).split(separator: "\n").map(String.init)
        guard answers.count == logs.count else { return ["It answered for \(answers.count) logs."] }
        return try zip(logs, answers).compactMap { log, answer in
            let lines = log.lines
            let state = EventLogState(project: project, events: lines.events)
            let own =
                "\(StateDigest.of(state)) \(lines.eventCount) \(lines.malformedCount) \(lines.newerCount)"
            guard answer != own else { return nil }
            return try (["\(log.name): here \(own), there \(answer)"] + rowDifferences(log, state))
                .joined(separator: "\n")
        }
    }

    private func rowDifferences(_ log: Log, _ state: EventLogState) throws -> [String] {
        let theirs = try run(["--rows", log.name]).split(separator: "\n").map(String.init)
        let ours = StateDigest.rows(of: state).map { String(decoding: $0, as: UTF8.self) }
        return ours.filter { !Self.contains(theirs, $0) }.map { "  here  \($0)" }
            + theirs.filter { !Self.contains(ours, $0) }.map { "  there \($0)" }
    }

    /// Returns true if `rows` contains `row`, comparing bytes.
    ///
    /// `String` treats two forms of `é` as equal.
    private static func contains(_ rows: [String], _ row: String) -> Bool {
        rows.contains { $0.utf8.elementsEqual(row.utf8) }
    }

    private func write(_ log: Log) throws {
        let facts = CanonicalJSON.encode { object in
            object.add("format", .integer(1))
            object.add("project", project.id)
            object.add("source", project.source.rawValue)
            object.add("defaultSection", project.defaultSection)
        }
        try sandbox.write(
            String(decoding: facts, as: UTF8.self) + "\n", to: "\(log.name)/dragoman.json")
        for file in log.files {
            let url = URL(filePath: "\(sandbox.directory)/\(log.name)/events/\(file.path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.content).write(to: url)
        }
    }

    private func run(_ arguments: [String]) throws -> String {
        // `-B` avoids bytecode files next to the sources.
        let result = try sandbox.execute(Self.python, ["-B", program] + arguments)
        guard result.status == 0 else { throw Failed(errors: result.errors) }
        return result.output
    }

    /// The error thrown when the Python program fails.
    package struct Failed: Error {
        /// The output on standard error.
        package let errors: String
    }
}
