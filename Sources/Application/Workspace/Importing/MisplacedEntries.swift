import ReadModel
import Texts
public import Translation

/// The entries of files whose strings do not exist in their section, but may exist in others.
public struct MisplacedEntries: Sendable {
    /// The section in which the keys were looked up.
    public let section: String
    /// The number of keys in the files, all of which the section lacks.
    public let count: Int
    /// The other sections that have some of these keys, those with most of them first.
    public let elsewhere: [(section: String, count: Int)]
}

extension Snapshot {
    /// Returns the entries whose strings their section lacks, or `nil` if the files are in their
    /// place.
    ///
    /// A file in another language is misplaced if its section has none of its keys. A file in the
    /// source language may define new strings, so it is misplaced only if another section has all of
    /// its keys. Cost: reads the names of all strings.
    public func misplacedEntries(of files: [FileImport]) throws -> MisplacedEntries? {
        let entries = files.filter { !$0.revives && !$0.describesOnly }.flatMap(\.entries)
        guard let first = entries.first?.string,
            entries.allSatisfy({ $0.string.section.hasSameBytes(as: first.section) })
        else { return nil }
        let keys = Set(entries.map { Value.Text($0.string.key) })
        var counts: [Value.Text: Int] = [:]
        for string in try model.existingStrings() where keys.contains(Value.Text(string.key)) {
            counts[Value.Text(string.section), default: 0] += 1
        }
        let own = counts.removeValue(forKey: Value.Text(first.section)) ?? 0
        let elsewhere = counts.sorted {
            ($1.value, $0.key.string) < ($0.value, $1.key.string)
        }.map { (section: $0.key.string, count: $0.value) }
        let definesStrings = files.contains { $0.locale == project.source && !$0.asProposals }
        guard own == 0, !definesStrings || elsewhere.first?.count == keys.count else { return nil }
        return MisplacedEntries(section: first.section, count: keys.count, elsewhere: elsewhere)
    }
}
