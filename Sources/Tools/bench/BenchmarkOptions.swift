import Foundation

struct BenchmarkOptions {
    /// The cases to run; empty for all.
    var cases: [String] = []
    /// The number of rounds for each case; nil for the case's default.
    var rounds: Int?
    /// The number of events used instead of a million, for trials at a smaller scale.
    var events = 1_000_000
    /// The number of projects of `serve-many`.
    var projects = 1_000
    /// The length of each load of `serve-many`, in seconds; nil for the case's default.
    var seconds: Int?
    /// The directory for repositories and files that are created once.
    var cache = ".build/bench"
    /// Whether only the names of cases are requested.
    var isList = false
    /// The only case to run in this process; the benchmark starts a copy of itself for each case.
    var inner: String?

    /// The error thrown when the command line is invalid.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        if let path = environment["BENCH_CACHE"], !path.isEmpty { cache = path }
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--list" {
                isList = true
                continue
            }
            guard let value = rest.popFirst() else {
                throw Fault(description: "\(name) requires a value")
            }
            switch name {
            case "--case": cases.append(value)
            case "--inner": inner = value
            case "--cache": cache = value
            case "--rounds": rounds = try Self.number(value, of: name)
            case "--projects": projects = try Self.number(value, of: name)
            case "--seconds": seconds = try Self.number(value, of: name)
            case "--events": events = try Self.number(value, of: name)
            default: throw Fault(description: "unknown option \(name)")
            }
        }
        let unknown = cases.filter { name in !Cases.all.contains { $0.name == name } }
        if let name = unknown.first {
            throw Fault(description: "unknown case “\(name)”; use --list to list the cases")
        }
        cache = URL(fileURLWithPath: cache).standardizedFileURL.path
    }

    private static func number(_ text: String, of name: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw Fault(description: "\(name) requires a number above 0")
        }
        return number
    }
}
