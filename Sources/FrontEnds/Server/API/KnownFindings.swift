import Hosting
import JSON
import ReadModel
import Texts
import Translation
import Workspace

/// The counts of findings for a response.
///
/// The counts are present only if they match exactly the state that the response describes.
struct KnownFindings {
    private let isWanted: Bool
    private let counts: [LanguageTag: FindingCounts]?
    private let source: LanguageTag

    fileprivate init(
        isWanted: Bool, _ counts: [LanguageTag: FindingCounts]?, source: LanguageTag
    ) {
        self.isWanted = isWanted
        self.counts = counts
        self.source = source
    }

    static let parameter = Route.Parameter(
        "findings", "Whether to add the number of findings to each row, if known.",
        schema: .boolean)

    /// Returns the counts for a language, or nil for the source language and while the counts are
    /// unknown.
    func counts(of locale: LanguageTag) -> FindingCounts? {
        locale == source ? nil : counts.map { $0[locale] ?? FindingCounts() }
    }

    /// Creates a response from a value that contains the counts.
    ///
    /// If the counts are unknown, the response must not be cached, because a later response for the
    /// same state may contain them.
    func answer(_ value: JSONValue) -> JSONAnswer {
        var answer = JSONAnswer(value)
        answer.isComplete = !isWanted || counts != nil
        return answer
    }
}

extension ProjectCall {
    /// Returns the counts of findings, if the query requests them and they match the snapshot's
    /// state.
    func findings(in snapshot: Snapshot) throws -> KnownFindings {
        let isWanted = try context.query.flag("findings")
        let counts =
            isWanted && project.findings.progress.isCurrent
            ? try snapshot.model.findingCounts() : nil
        return KnownFindings(isWanted: isWanted, counts, source: snapshot.project.source)
    }
}
