import Foundation
import Glibc

/// What a plain script needs for the same work.
struct Floor {
    private let scratch: ScratchDirectory

    init(_ scratch: ScratchDirectory) { self.scratch = scratch }

    /// The system's Python, past wrappers that only choose one.
    private static let python =
        access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3"

    private func script(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(scratch.path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// What the script that inserts says of itself.
    struct Insertion: Decodable {
        let rows: Int
        let insertSeconds: Double
    }

    /// Parses flat JSON files and inserts their texts; the seconds are the whole script's.
    func importing(_ files: [String]) throws -> (seconds: Double, rows: Int) {
        let list = scratch.path + "/files"
        try files.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
        let (seconds, insertion) = try insert("files", list)
        return (seconds, insertion.rows)
    }

    /// Inserts as many rows as there are event lines in a file; the seconds are those of the inserts alone.
    func inserting(linesOf file: String) throws -> (seconds: Double, rows: Int) {
        let insertion = try insert("events", file).insertion
        return (insertion.insertSeconds, insertion.rows)
    }

    private func insert(_ mode: String, _ source: String) throws -> (
        seconds: Double, insertion: Insertion
    ) {
        let database = scratch.path + "/floor.sqlite"
        defer { for end in ["", "-wal", "-shm"] { unlink(database + end) } }
        let output = scratch.path + "/floor.json"
        let script = try script("floor.py", PackageResources.floor_py)
        let ended = try Processes.run(
            [Self.python, script, mode, source, database], streams: Streams(output: output))
        let said = try Data(contentsOf: URL(fileURLWithPath: output))
        return (ended.seconds, try JSONDecoder().decode(Insertion.self, from: said))
    }

    /// Dumps texts from a read model to JSON files; all languages without any.
    func dumping(_ repository: String, _ languages: [String] = []) throws -> Double {
        let directory = scratch.path + "/dump"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let script = try script("dump.py", PackageResources.dump_py)
        return try Processes.run(
            [Self.python, script, readModel(of: repository), directory] + languages
        ).seconds
    }

    /// Copies the finished tables of a read model into a new database, and indexes them.
    func copyingTables(of repository: String) throws -> Double {
        let copy = scratch.path + "/copied.sqlite"
        defer { unlink(copy) }
        let script = try script("copy.py", PackageResources.copy_py)
        return try Processes.run([Self.python, script, readModel(of: repository), copy]).seconds
    }

    private func readModel(of repository: String) -> String {
        "\(repository)/.git/dragoman/\(SingleEvents.branch).sqlite"
    }

    /// All event lines of a repository, in a file.
    func eventLines(of repository: String) throws -> String {
        let path = scratch.path + "/events.jsonl"
        try Processes.run(
            [
                "sh", "-c",
                "git archive --format=tar \(SingleEvents.branch) events | tar -xO > \"$0\"", path,
            ], in: repository)
        return path
    }

    /// Compresses a file as fast as gzip does.
    func compressing(_ file: String) throws -> Double {
        try Processes.run(["gzip", "-1", "-c"], streams: Streams(input: file)).seconds
    }

    /// Reads all blobs of event files through git.
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
