import Hosting
import Hummingbird
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The field whose presence asks for a review by sample.
    ///
    /// On the page with the drawn texts, its value is a digest of the plan and of what was drawn.
    static let sampleField = "sample"
    /// The value of ``sampleField`` that asks for the page with the drawn texts.
    static let newSample = "new"

    /// The maximum number of drawn texts on a page.
    private static let mostDrawn = 100

    /// Shows the drawn texts of a plan; once all of them are marked as right, accepts everything.
    ///
    /// Texts with warnings stay open.
    func acceptBySample(
        _ all: BulkPlan, _ selection: BulkSelection, _ form: PageForm, _ locale: LanguageTag
    ) async throws -> Response {
        guard case .all(let filter) = selection else {
            throw wording.problem(.usage, "bulk.sampleOfAll", hint: "problems.openListAgain")
        }
        // Nobody who makes proposals can foresee what is drawn without the server's key.
        let key = try site.foundation.sessions.stateKey(named: "samples")
        let actor = project.actor
        let (plan, sample) = try await project.read { snapshot in
            var plan = all
            try plan.keepPassing(by: actor, in: snapshot)
            let offers = try filter.proposals.filter(locale, people(in: snapshot), in: snapshot)
            let history = try snapshot.model.proposals(
                ProposalFilter(locale: locale, section: filter.section)
            ).filter { offers?.matches($0.id, $0.proposed) ?? true }
            let sample = ReviewSample(
                of: Set(plan.parts.flatMap(\.proposals)), among: history,
                secret: key.code(for: "sample", of: snapshot.project.id))
            return (plan, sample)
        }
        guard !plan.parts.isEmpty else {
            return try await ask(.accept, plan, selection, form, locale, again: false)
        }
        guard sample.drawn.count <= Self.mostDrawn else {
            throw wording.problem(
                .usage, "bulk.sampleTooLarge", count: sample.drawn.count,
                hint: "bulk.sampleOneByOne")
        }
        let drawn = sample.drawn.map { $0.description }.sorted { $0.precedesInBytes($1) }
        let digest = Digest.short(Array(([plan.digest] + drawn).joined(separator: "\n").utf8))
        let right = Set(form.fields.values(of: "right"))
        let answered = form.fields[Self.sampleField]
        if answered == digest, right.isSuperset(of: drawn) {
            var plan = plan
            plan.accept(by: sample)
            return try await carryOut(.accept, plan, form, locale)
        }
        var banner: Banner?
        if answered == digest {
            banner = Banner(
                wording.problem(.usage, "bulk.sampleTick", hint: "bulk.sampleWrong"), wording)
        } else if answered != Self.newSample {
            banner = .changedMeanwhile(wording)
        }
        return try await show(sample, of: plan, digest, right, selection, form, locale, banner)
    }

    private func show(
        _ sample: ReviewSample, of plan: BulkPlan, _ digest: String, _ right: Set<String>,
        _ selection: BulkSelection, _ form: PageForm, _ locale: LanguageTag, _ banner: Banner?
    ) async throws -> Response {
        let languageName = wording.language(locale)
        let word = wording("bulk.sampleAccept", count: plan.parts.count)
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "bulk", title: title(word, languageName),
                crumbs: [.init(label: languageName, href: path(locale)), .init(label: word)],
                locale: locale, in: snapshot)
            if let banner { frame.banners.append(banner) }
            let parts = plan.parts.filter { part in
                part.proposals.contains(where: sample.drawn.contains)
            }
            let rows = try parts.map { try drawnRow($0, right, in: snapshot) }
            let confirmation = BulkContent.Confirmation(
                action: path(locale) + "/bulk", hidden: hidden(back: back(form).description),
                act: BulkAct.accept.rawValue, plan: plan.digest,
                selection: selection.fields + [NamedField(name: Self.sampleField, value: digest)],
                reasons: nil, reasonLabel: nil, isBad: false, word: word)
            let content = BulkContent(
                title: wording("bulk.sampleQuestion", count: rows.count),
                sentence: wording("bulk.sampleEffect", count: plan.parts.count) + " "
                    + wording("bulk.sampleWrong"),
                rows: rows,
                more: plan.leftOut.isEmpty
                    ? nil : wording("bulk.willBeSkipped", count: plan.leftOut.count),
                back: back(form).description, confirmation: confirmation)
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    /// Returns the row of a drawn text, beside its source text.
    private func drawnRow(
        _ part: BulkPlan.Part, _ right: Set<String>, in snapshot: Snapshot
    ) throws -> BulkContent.Row {
        var row = try row(.accept, part, in: snapshot)
        let definition = try snapshot.model.definitions(part.unit.string).currentDefinition
        let notations = try snapshot.placeholderNotations(of: definition)
        let source = definition.map {
            TextView(snapshot.project.source, TextRuns(notations: notations))
                .full($0.value, source: $0.value)
        }
        let proposal = part.proposals.map(\.description).joined()
        row.drawn = .init(
            source: source, proposal: proposal, isRight: right.contains(proposal),
            href: path(part.unit), word: wording("bulk.sampleRight"),
            label: wording("bulk.sampleRightLabel", ["key": row.key]))
        return row
    }
}
