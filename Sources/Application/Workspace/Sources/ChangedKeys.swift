import ReadModel
import Texts
import Translation

/// Strings whose keys changed in place: the code uses a different key between the same neighbors in
/// a file.
///
/// Recorded references have no line numbers. The order in which a file's strings were added
/// therefore replaces the order of their lines.
struct ChangedKeys {
    /// The strings that the code no longer uses, each with the new string in its place.
    private(set) var pairs: [(old: StringID, new: StringID)] = []

    /// Compares the previous strings of each file with the current ones.
    ///
    /// A run of missing strings matches a run of new strings with the same neighbors and length. A
    /// string that several files use must have the same partner in all of them.
    init(
        before: [String: [StringID]], now: [String: [StringID]], missing: Set<StringID>,
        new: Set<StringID>
    ) {
        var partners: [StringID: Set<StringID>] = [:]
        for (file, strings) in before.sorted(by: { $0.key < $1.key }) {
            for pair in Self.replaced(strings, by: now[file] ?? [])
            where missing.contains(pair.old) && new.contains(pair.new) {
                partners[pair.old, default: []].insert(pair.new)
            }
        }
        let taken = partners.values.reduce(into: [StringID: Int]()) { counts, strings in
            for string in strings { counts[string, default: 0] += 1 }
        }
        for (old, strings) in partners.sorted(by: { $0.key < $1.key }) {
            guard let new = strings.first, strings.count == 1, taken[new] == 1 else { continue }
            pairs.append((old, new))
        }
    }

    /// Pairs the strings in each replaced run with the strings in the new run, if both runs have
    /// the same length.
    private static func replaced(
        _ before: [StringID], by now: [StringID]
    ) -> [(old: StringID, new: StringID)] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in now.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var pairs: [(old: StringID, new: StringID)] = []
        var (old, new) = (0, 0)
        while old < before.count || new < now.count {
            let (oldStart, newStart) = (old, new)
            while removed.contains(old) { old += 1 }
            while inserted.contains(new) { new += 1 }
            if old - oldStart == new - newStart {
                pairs += zip(before[oldStart..<old], now[newStart..<new]).map { ($0, $1) }
            }
            // The next string occurs in both.
            (old, new) = (old + 1, new + 1)
        }
        return pairs
    }
}

extension ReadModel {
    /// Returns the first definition of a string, or of the string that it was renamed from.
    ///
    /// Cost: reads the events of these strings.
    func firstDefinition(of string: StringID) throws -> EventID? {
        var string = string
        var first: EventID?
        var seen: Set<StringID> = []
        while seen.insert(string).inserted,
            let event = try unit(project.source, string).events.first
        {
            first = event.id
            guard let id = event.copies, let copied = try self.event(id),
                let old = copied.string(in: project)
            else { break }
            string = old
        }
        return first
    }
}
