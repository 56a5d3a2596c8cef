import Foundation

/// Measures claims: things side by side in one run, one JSON line a case, medians.
///
/// Usage: `bench [--dragoman PATH] [--rounds N] [--events N]`
@main
enum Benchmark {
    static func main() throws {
        let options = BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        try ProposeCase(options: options, scratch: scratch).run()
    }
}

/// What the command line says.
struct BenchmarkOptions {
    var program = ".build/release/dragoman"
    var rounds = 21
    var events = 100_000

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst(), let value = rest.popFirst() {
            switch name {
            case "--dragoman": program = value
            case "--rounds": rounds = Int(value) ?? rounds
            case "--events": events = Int(value) ?? events
            default: FileHandle.standardError.write(Data("unknown option \(name)\n".utf8))
            }
        }
        program = URL(fileURLWithPath: program).standardizedFileURL.path
    }
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
