import Foundation

/// A table of the fixtures, with its first line left out.
enum FixtureTable {
    /// The rows of a file, each split at tabs; none where the file can't be read.
    static func rows(_ name: String) -> [[String]] {
        guard
            let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "tsv"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
