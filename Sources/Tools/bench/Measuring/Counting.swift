import Foundation
import Glibc

/// Numbers that are the same in every run, or nearly: instructions, system calls, objects.
enum Counting {
    /// How many instructions a program takes in user space, counted by `perf`, else by `valgrind`; `nil` where neither works.
    static func instructions(_ words: [String], in directory: String = "/") -> Double? {
        hasCounters
            ? countedByPerf(words, in: directory)
            : log(of: words, in: directory) {
                [
                    "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                    "--log-file=\($0)",
                ]
            }?.last { $0.contains("Collected :") }?.split(separator: " ").last.flatMap {
                Double($0)
            }
    }

    /// Whether the processor's counters can be read here; virtual machines often hide them.
    private static let hasCounters = countedByPerf(["true"], in: "/") != nil

    private static func countedByPerf(_ words: [String], in directory: String) -> Double? {
        let said = log(of: words, in: directory) {
            ["perf", "stat", "-x", ",", "-e", "instructions:u", "-o", $0, "--"]
        }
        return said?.first { $0.contains("instructions") }
            .flatMap { line in Double(line.prefix { $0 != "," }) }
    }

    /// How often a program and its children call the system, in all and by call; `nil` where `strace` does not work.
    static func systemCalls(_ words: [String], in directory: String = "/") -> [String: Double]? {
        let said = log(of: words, in: directory) { ["strace", "-f", "-c", "-o", $0, "--"] }
        var counts: [String: Double] = [:]
        for line in said ?? [] {
            // % time, seconds, microseconds a call, calls, errors if there are any, name.
            let columns = line.split(separator: " ").map(String.init)
            guard let name = columns.last, columns.count >= 5, Double(columns[0]) != nil else {
                continue
            }
            counts[name] = Double(columns[3])
        }
        return counts["total"] == nil ? nil : counts
    }

    /// The lines that a program which runs another one writes about it; `nil` where that fails.
    private static func log(
        of words: [String], in directory: String, by tool: (String) -> [String]
    ) -> [Substring]? {
        let file = "\(NSTemporaryDirectory())/bench-count-\(getpid())"
        defer { unlink(file) }
        guard (try? Processes.run(tool(file) + words, in: directory)) != nil else { return nil }
        return (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n")
    }

    /// The loose objects of a repository, and what they take on disk.
    static func looseObjects(in repository: String) throws -> (count: Int, bytes: Int) {
        var sum = (count: 0, bytes: 0)
        let objects = repository + "/.git/objects"
        let files = FileManager.default
        for fan in try files.contentsOfDirectory(atPath: objects) where fan.count == 2 {
            for name in try files.contentsOfDirectory(atPath: "\(objects)/\(fan)") {
                sum.count += 1
                sum.bytes += try size(of: "\(objects)/\(fan)/\(name)")
            }
        }
        return sum
    }

    /// How many bytes a file has, or the files below a directory have.
    static func size(of path: String) throws -> Int {
        let files = FileManager.default
        let attributes = try files.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
            return attributes[.size] as? Int ?? 0
        }
        return try files.contentsOfDirectory(atPath: path).reduce(0) {
            try $0 + size(of: "\(path)/\($1)")
        }
    }
}
