import Foundation

/// Inputs from files: those in `Tests/FuzzTests/Corpus/TARGET`, and fixtures of other tests.
public struct Corpus: Sendable {
    /// The root directory of the repository.
    public let root: String

    /// The directory of the checked-in inputs, relative to the root.
    public static let directory = "Tests/FuzzTests/Corpus"

    /// Creates the corpus of the repository at `root`.
    public init(root: String) { self.root = root }

    /// Returns the checked-in inputs of a target.
    ///
    /// These are earlier failures, and inputs with which libFuzzer reached new code.
    public func checkedIn(for target: FuzzTarget) -> [(name: String, input: [UInt8])] {
        files(below: Self.directory + "/" + target.name)
    }

    /// Returns the target's fixtures, in the same order on every machine.
    public func fixtures(for target: FuzzTarget) -> [[UInt8]] {
        let fixtures = target.fixtures.flatMap { files(below: $0).map(\.input) }
        let whole = fixtures.filter { $0.count <= target.maximumSize }
        // Fixtures that are too large as a whole are used line by line.
        let lines = fixtures.filter { $0.count > target.maximumSize }
            .flatMap { $0.split(separator: 0x0A).map(Array.init) }
            .filter { $0.first == UInt8(ascii: "{") && $0.count <= target.maximumSize }
        return whole + lines
    }

    private func files(below path: String) -> [(name: String, input: [UInt8])] {
        let start = root + "/" + path
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: start)) ?? []
        let paths = names.isEmpty ? [start] : names.sorted().map { start + "/" + $0 }
        return paths.compactMap { path in
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
            return (name: String(path.split(separator: "/").last ?? ""), input: Array(data))
        }
    }
}
