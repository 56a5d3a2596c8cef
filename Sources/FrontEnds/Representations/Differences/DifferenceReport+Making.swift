import Texts
package import Translation
import Words
package import Workspace

extension DifferenceReport {
    /// Creates the report of a difference.
    package init(_ difference: Difference, project: Project) {
        fromRevision = difference.fromRevision
        toRevision = difference.toRevision
        source = project.source
        proposals = difference.proposals.map { ProposalItem($0, project: project) }
        let texts = Dictionary(difference.locales.map { ($0.locale, $0) }) { first, _ in first }
        let changes = Dictionary(grouping: difference.proposals, by: \.locale)
        languages = Set(texts.keys).union(changes.keys).sorted().map { tag in
            Language(
                texts[tag] ?? LocaleDifference(locale: tag), proposals: changes[tag] ?? [],
                project: project)
        }
    }
}

extension DifferenceReport.Language {
    fileprivate init(
        _ texts: LocaleDifference, proposals: [ProposalChange], project: Project
    ) {
        let isSource = texts.locale == project.source
        func row(
            _ kind: DifferenceReport.TextItem.Kind, _ string: StringID, _ definition: Definition?,
            from before: Value?, to after: Value?
        ) -> DifferenceReport.TextItem {
            let source = definition?.value(beside: string, inSource: isSource)
            return DifferenceReport.TextItem(
                kind: kind, title: string.spelled(in: project), comment: definition?.comment,
                source: source, forms: FormChange.list(from: before, to: after, source: source))
        }
        tag = texts.locale
        self.isSource = isSource
        rows =
            texts.added.map { row(.added, $0.string, $0.definition, from: nil, to: $0.value) }
            + texts.changed.map {
                row(.changed, $0.string, $0.definition, from: $0.before, to: $0.after)
            }
            + texts.removed.map { row(.removed, $0.string, $0.definition, from: $0.value, to: nil) }
        counts = DifferenceCounts(texts, proposals: proposals)
    }
}

extension DifferenceReport.ProposalItem {
    fileprivate init(_ change: ProposalChange, project: Project) {
        let proposal = change.proposal
        let proposed = proposal.proposed.value
        let source = change.definition?.value(
            beside: change.string, inSource: change.locale == project.source)
        var accepted: Value?
        if proposal.state == .accepted, let decision = proposal.decision {
            accepted = decision.payload.text
        }
        let sides: (before: Value?, after: Value?) =
            proposal.state == .open
            ? (change.current, proposed) : (proposed, accepted ?? proposed)
        kind = change.kind
        tag = change.locale
        title = change.string.spelled(in: project)
        id = proposal.id
        self.source = source
        forms = FormChange.list(from: sides.before, to: sides.after, source: source)
        isEdited = accepted.map { $0 != proposed } ?? false
        isOutdated = proposal.state == .open && proposal.isOutdated
        author = proposal.proposer?.name ?? proposal.proposed.guid.displayName
        at = proposal.event.at
        note = proposal.proposed.note
        decision = proposal.decision.map { event in
            Decision(by: event.actor?.name, at: event.at, reason: EventWords(event).reason)
        }
        endorsements = proposal.endorsements
        comments = proposal.comments
    }
}

extension Definition {
    /// Returns the source text to show next to a translation.
    ///
    /// Returns nil in the source language, or if the source text equals the key.
    fileprivate func value(beside string: StringID, inSource isSource: Bool) -> Value? {
        isSource || value == Value(string.key) ? nil : value
    }
}
