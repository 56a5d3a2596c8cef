import Foundation

/// Measures claims: things side by side in one run, one JSON line a case, medians.
///
/// Usage: `bench [--case propose|transfer|gather] [--dragoman PATH] [--rounds N] [--events N]`, or `bench append DIRECTORY COUNT NAME` to add so
/// many strings in as many commits, for tests of writers that meet.
@main
enum Benchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "append", arguments.count == 4, let count = Int(arguments[2]) {
            return try Appender(directory: arguments[1], name: arguments[3]).append(count)
        }
        let options = BenchmarkOptions(arguments)
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        if options.runs("propose") { try ProposeCase(options: options, scratch: scratch).run() }
        if options.runs("gather") { try GatherCase(options: options, scratch: scratch).run() }
        if options.runs("transfer") { try TransferCase(options: options, scratch: scratch).run() }
    }
}

/// What the command line says.
struct BenchmarkOptions {
    var program = ".build/release/dragoman"
    var rounds = 21
    var events = 100_000
    var only: String?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst(), let value = rest.popFirst() {
            switch name {
            case "--case": only = value
            case "--dragoman": program = value
            case "--rounds": rounds = Int(value) ?? rounds
            case "--events": events = Int(value) ?? events
            default: FileHandle.standardError.write(Data("unknown option \(name)\n".utf8))
            }
        }
        program = URL(fileURLWithPath: program).standardizedFileURL.path
    }

    /// Whether a case is asked for.
    func runs(_ name: String) -> Bool { only == nil || only == name }
}

/// A directory that goes away.
struct ScratchDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("dragoman-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
