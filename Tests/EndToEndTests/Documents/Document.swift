import Foundation
import TestWorld

/// A page of the documentation with shell commands.
struct Document {
    private let text: String
    private let port: UInt16

    /// Reads a file of this package and replaces `http://localhost:8080` with an address on a free
    /// port.
    init(_ path: String, sourceFile: String = #filePath) throws {
        let root = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        port = try Loopback.freePort()
        text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            .replacingOccurrences(of: "localhost:8080", with: "localhost:\(port)")
    }

    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

    /// The blocks marked `sh`, in order.
    var blocks: [String] { blocks(marked: "sh") }

    /// The blocks marked `text`: the output of the preceding block.
    var outputs: [String] { blocks(marked: "text") }

    /// The blocks marked `console`: commands after `$ `, and their output.
    var consoles: [Console] { blocks(marked: "console").map { Console($0) } }

    /// The commands of all blocks marked `console`.
    var commands: [String] { consoles.flatMap(\.commands) }

    /// Commands, and the lines that they print to standard output.
    struct Console {
        let commands: [String]
        let output: String

        init(_ block: String) {
            let lines = block.components(separatedBy: "\n")
            commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
            output = lines.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n")
        }
    }

    /// Returns whether a program printed the lines that the page shows.
    ///
    /// Ids, dates, the port and the home directory differ from run to run. “…” matches the rest of a line.
    func shows(_ expected: String, for output: String) -> Bool {
        let lines = normalized(expected).split(separator: "\n", omittingEmptySubsequences: true)
        let printed = normalized(output).split(separator: "\n", omittingEmptySubsequences: true)
        return lines.count == printed.count
            && zip(lines, printed).allSatisfy { line, found in
                guard let rest = line.range(of: "…") else { return line == found }
                return found.hasPrefix(line[..<rest.lowerBound])
            }
    }

    private func normalized(_ text: String) -> String {
        text.replacing("/home/ines", with: "$SANDBOX").replacing(":\(port)", with: ":8080")
            .replacing(/\b[0-9A-HJKMNP-TV-Z]{26}\b/, with: "ID")
            .replacing(/\b[0-9A-HJKMNP-TV-Z]{6}\b/, with: "ID")
            .replacing(/\b[0-9a-f]{7}\b/, with: "ID")
            .replacing(/\b\d{4}-\d\d-\d\d\b/, with: "DATE")
    }

    private func blocks(marked mark: String) -> [String] {
        ("\n" + text).components(separatedBy: "\n```\(mark)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// Runs lines in bash, with the built programs in `PATH`, and ends background processes.
    ///
    /// `dragoman serve` listens on the port of the page's addresses.
    func run(_ lines: String, in sandbox: Sandbox) throws -> Sandbox.Result {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let ending = "trap 'jobs=$(jobs -p); [ -z \"$jobs\" ] || kill $jobs; wait' EXIT\n"
        return try sandbox.execute(
            "/bin/bash",
            [
                "-c",
                "set -e\n" + ending
                    + lines.replacingOccurrences(of: "localhost:8080", with: "localhost:\(port)"),
            ],
            environment: [
                "PATH": "\(try Products.directory):\(path)",
                "DRAGOMAN_SERVER_LISTEN": "127.0.0.1:\(port)",
                "DRAGOMAN_SERVER_STATE": sandbox.directory + "/state",
            ])
    }
}
