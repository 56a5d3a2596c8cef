import Texts
public import Translation

extension ImportRequest {
    /// Returns advice on entries whose string does not exist in the project.
    public static func adviceOnUnknownStrings(in project: Project) -> String {
        "Import the files in \(project.source), the source language, first. If these files are in \(project.source), map their language to it."
    }

    /// Throws a ``Refusal`` if every entry of the files was skipped.
    ///
    /// Entries skipped to keep a newer text do not count, because the import worked as intended.
    func refuseWhereAllIsSkipped(_ tally: ImportTally, in project: Project) throws {
        let isUseful =
            tally.defined + tally.set + tally.unchanged > 0 || !tally.conflicts.isEmpty
            || !tally.empty.isEmpty
        let kept = tally.skipped.contains { $0.hint == .forceReplacing }
        guard !isUseful, !kept, let first = tally.skipped.first else { return }
        let counts = Dictionary(grouping: tally.skipped, by: \.reason).mapValues(\.count)
        let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let list =
            reasons.count == 1
            ? first.reason : reasons.map { "\($0.value) × \($0.key)" }.joined(separator: " ")
        let count = tally.skipped.count
        let what =
            count == 1
            ? "The only entry in the files was" : "All \(count) entries in the files were"
        throw Refusal(
            .invalidFile, "\(what) skipped: \(list)",
            hint: counts[ImportTally.Skipped.unknownString] == nil
                ? first.hint ?? "Correct the files."
                : .advice(Self.adviceOnUnknownStrings(in: project)))
    }
}

extension Outcome {
    /// Returns the strings and texts that the import removed because the files lack them.
    public func pruned(in project: Project) -> [UnitID] {
        guard isRepeated else { return tally.pruned }
        return events.compactMap { event in
            guard event.payload.traits.removes else { return nil }
            return event.string(in: project).map { UnitID(event.locale, $0) }
        }
    }
}
