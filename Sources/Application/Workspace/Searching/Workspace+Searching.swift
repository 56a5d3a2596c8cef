import Languages
package import ReadModel
package import Texts
import Translation

extension Workspace {
    /// Returns the search index, updated to the newest state.
    ///
    /// Returns `nil` if searches need no index, because the project is small, or if no index can be
    /// stored. Cost: proportional to the changes, or to everything the first time.
    package func searchIndex(smallest: Int64 = SearchIndex.smallest) throws -> SearchIndex? {
        guard try read({ try $0.model.lastSubject }) >= smallest else { return nil }
        do {
            let index = try SearchIndex(beside: projection)
            try index?.catchUp(
                smallest: smallest,
                progress: { reportProgress?("Indexing texts", $0, $1) },
                with: { [self] body in try self.read { try body($0.model) } })
            return index
        } catch is ReadModel.Failure {
            // Searches work without an index.
            return nil
        }
    }
}

extension SnapshotReader {
    /// Opens the search index beside the read model.
    ///
    /// Returns `nil` if the project has fewer than `smallest` subjects. Throws a
    /// ``ReadModel/Failure`` if the file cannot be created.
    package func openSearchIndex(smallest: Int64 = SearchIndex.smallest) throws -> SearchIndex? {
        guard try read({ try $0.model.lastSubject }) >= smallest else { return nil }
        return try SearchIndex(beside: reader)
    }
}

extension Snapshot {
    /// The maximum number of strings for which a list reads strings one by one.
    private static let mostCandidates = 5_000

    /// Returns the numbers of the strings that may contain a phrase in a language or the languages
    /// that it inherits from, or in their keys, sources or comments.
    ///
    /// Returns `nil` if all strings must be compared, because there is no index or because there
    /// are many such strings.
    package func candidates(
        for text: String?, in locale: LanguageTag, _ index: SearchIndex?
    ) throws -> [Int64]? {
        guard let text, let index else { return nil }
        let locales = Set([project.source, locale] + (try model.lenders(to: locale)))
        guard
            let found = try index.candidates(
                for: SearchPhrase(text), in: Array(locales), limit: Self.mostCandidates,
                model: model),
            found.count == locales.count, !found.values.contains(where: \.hasMore)
        else { return nil }
        return Set(found.values.flatMap(\.strings)).sorted()
    }
}
