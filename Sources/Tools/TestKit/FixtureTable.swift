public import Foundation

/// A table in the test fixtures, without its header line.
public enum FixtureTable {
    /// Returns a file's rows, each split at tabs, or an empty array if the file cannot be read.
    public static func rows(_ name: String, in bundle: Bundle) -> [[String]] {
        guard
            let url = bundle.url(forResource: "Fixtures/\(name)", withExtension: "tsv"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
