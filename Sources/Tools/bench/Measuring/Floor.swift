import Foundation
import Glibc
import Machine

/// The time that a plain script needs for the same work.
struct Floor {
    private let scratch: ScratchDirectory

    init(_ scratch: ScratchDirectory) { self.scratch = scratch }

    /// The system's Python itself, not a wrapper that selects one.
    private static let python =
        access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3"

    /// Parses flat JSON files and inserts their texts; returns the seconds of the whole script.
    func importing(_ files: [String]) throws -> Double {
        let list = scratch.path + "/files"
        try files.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
        return try insert("files", list).whole
    }

    /// Inserts one row for each event line in a file; returns the seconds of the inserts alone.
    func inserting(linesOf file: String) throws -> Double { try insert("events", file).inserts }

    private func insert(
        _ mode: String, _ source: String
    ) throws -> (whole: Double, inserts: Double) {
        let database = scratch.path + "/floor.sqlite"
        defer { for end in ["", "-wal", "-shm"] { unlink(database + end) } }
        let output = scratch.path + "/floor.out"
        let script = scratch.path + "/floor.py"
        try Data(PackageResources.floor_py).write(to: URL(fileURLWithPath: script))
        let ended = try Processes.run(
            [Self.python, script, mode, source, database], streams: Streams(output: output))
        let said = try String(contentsOfFile: output, encoding: .utf8)
        guard let inserts = Double(said.filter { !$0.isWhitespace }) else {
            throw RecipeFailure(reason: "floor.py said “\(said)”")
        }
        return (ended.seconds, inserts)
    }

    /// Writes all event lines of a repository to a file and returns its path.
    func eventLines(of repository: String) throws -> String {
        let path = scratch.path + "/events.jsonl"
        try Processes.run(
            [
                "sh", "-c",
                "git archive --format=tar \(SingleEvents.branch) events | tar -xO > \"$0\"", path,
            ], in: repository)
        return path
    }

    /// Compresses a file with gzip's fastest setting, and returns the duration in seconds.
    func compressing(_ file: String) throws -> Double {
        try Processes.run(["gzip", "-1", "-c"], streams: Streams(input: file)).seconds
    }

    /// Reads all blobs of event files through git, and returns the duration in seconds.
    func reading(_ repository: String) throws -> Double {
        let names = scratch.path + "/blobs"
        try Processes.run(
            [
                "sh", "-c", "git ls-tree -r \(SingleEvents.branch) events | cut -c 13-52 > \"$0\"",
                names,
            ],
            in: repository)
        return try Processes.run(
            ["git", "cat-file", "--batch"], in: repository, streams: Streams(input: names)
        ).seconds
    }
}
