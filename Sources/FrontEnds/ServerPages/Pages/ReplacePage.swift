import EventStore
import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The number of differences to show for each language.
    private static let shownDifferences = 50

    /// Returns the form for a replacement, with the differences if the form is complete.
    func replacePage() async throws -> Response {
        let filter = ReplaceFilter(query)
        return try await replacePage(filter, isAgain: false)
    }

    /// Makes the differences that the person has seen, or shows them again if they have changed.
    func replace(_ form: PageForm) async throws -> Response {
        let filter = ReplaceFilter(form.fields)
        if let problem = filter.problem(wording) { throw problem }
        let isProposal = proposes(filter)
        let plan = try await plan(filter)
        guard form.fields["confirmed"] == digest(plan), !plan.parts.isEmpty else {
            var call = self
            call.formPage = PageAddress(path + "/replace" + filter.address)
            return try await call.replacePage(filter, isAgain: true)
        }
        let guid = isProposal ? try project.proposer(guid: nil).hashed : nil
        let receipt = try await write(plan.action, form, guid: guid)
        let refused = plan.leftOut(of: receipt.outcome)
        let left = plan.leftOut + refused
        var answer = answer("", receipt)
        answer.undo = []
        answer.commit = receipt.outcome.isRepeated ? nil : receipt.outcome.commit
        let done: TextKey = isProposal ? "replace.proposed" : "replace.replaced"
        answer.message =
            wording(done, count: plan.parts.count - refused.count)
            + (left.isEmpty ? "." : wording("replace.leftOutCount", count: left.count))
        answer.leftOut = left.map {
            (
                "\($0.unit.locale) \($0.unit.string.spelled(in: info))",
                wording.isolated($0.because)
            )
        }
        let found = filter.pattern.replacement
        let page =
            filter.pattern.isExpression || found.isEmpty
            ? "" : "?q=" + PercentEncoding.text(found)
        answer.next = PageAddress(path + "/search" + page)
        return goBack(answer, form, nil)
    }

    /// Reverts the person's events in a commit, except for texts that were edited later.
    func undoReplacement(_ form: PageForm) async throws -> Response {
        let commit = try form.required("commit")
        guard commit.utf8.count >= 40, commit.allSatisfy(\.isHexDigit), let actor = project.actor
        else { throw wording.problem(.usage, "problems.incomplete", hint: "problems.openAgain") }
        let events = try await project.read { snapshot in
            try snapshot.events(toRevert: .named([commit])).compactMap {
                try snapshot.model.event($0)
            }.filter { $0.actor == actor }
        }
        for locale in Set(events.map(\.locale)) { try project.requireLanguage(locale) }
        let options = RevertOptions(events: events.map(\.id), laterEdits: .keep)
        let receipt = try await write(Action(.revert(options)), form)
        let kept = receipt.outcome.leftOut
        // The events may have been reverted already.
        let count = receipt.outcome.eventIDs.isEmpty ? 0 : events.count - kept.count
        var answer = answer(
            wording("revert.done", count: count)
                + (kept.isEmpty ? "." : wording("revert.keptCount", count: kept.count)), receipt)
        answer.undo = []
        answer.leftOut = kept.map { left in
            let event = events[left.index]
            return (
                what: event.subject(in: info)?.spelled(in: info) ?? event.id.description,
                because: left.refusal.code == .laterEdits
                    ? wording("revert.editedLater") : wording.isolated(left.refusal.message)
            )
        }
        return goBack(answer, form, nil)
    }

    private func replacePage(
        _ filter: ReplaceFilter, isAgain: Bool
    ) async throws -> Response {
        var problem = filter.isComplete ? filter.problem(wording) : nil
        var found: ReplacementPlan?
        if filter.isComplete, problem == nil {
            do {
                found = try await plan(filter)
            } catch let error as Problem where error.status.code < 500 {
                problem = error
            }
        }
        let plan = found
        let banner = problem.map { Banner($0, wording) }
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "replace", title: title(wording("replace.title")),
                crumbs: [
                    .init(label: wording("search.title"), href: path + "/search"),
                    .init(label: wording("replace.title")),
                ],
                in: snapshot)
            if let banner { frame.banners.append(banner) }
            if isAgain { frame.banners.append(.changedMeanwhile(wording)) }
            return (try replaceContent(filter, plan, in: snapshot), frame)
        }
        return try site.page(content, frame, status: problem?.status ?? .ok)
    }

    /// Whether the new texts become proposals, because the person wants it or may not set texts.
    private func proposes(_ filter: ReplaceFilter) -> Bool {
        filter.isProposal || !may(.translate)
    }

    private func locales(_ snapshot: Snapshot) throws -> [LanguageTag] {
        try snapshot.locales().filter { $0 != info.source && may(.propose, in: $0) }
    }

    private func plan(_ filter: ReplaceFilter) async throws -> ReplacementPlan {
        for locale in filter.locales { try project.requireLanguage(locale) }
        let isProposal = proposes(filter)
        let read: @Sendable (Snapshot, SearchIndex?) throws -> ReplacementPlan = {
            snapshot, index in
            let replacement = Replacement(
                filter.pattern,
                in: filter.locales.isEmpty ? try locales(snapshot) : filter.locales,
                section: filter.section, isProposal: isProposal)
            return try ReplacementPlan(replacement, in: snapshot, index: index)
        }
        // A regular expression is compared with every text.
        return filter.pattern.isExpression
            ? try await project.readSlowly { try read($0, nil) } : try await search(read)
    }

    private func digest(_ plan: ReplacementPlan) -> String {
        Digest.short(Array(plan.seen.utf8))
    }

    private func replaceContent(
        _ filter: ReplaceFilter, _ plan: ReplacementPlan?, in snapshot: Snapshot
    ) throws -> ReplaceContent {
        ReplaceContent(
            action: path + "/replace", pattern: filter.pattern.pattern,
            replacement: filter.pattern.replacement,
            isCaseSensitive: filter.pattern.isCaseSensitive,
            matchesWholeWords: filter.pattern.matchesWholeWords,
            isExpression: filter.pattern.isExpression,
            languages: try locales(snapshot).map { locale in
                Choice(
                    value: locale.rawValue, label: wording.language(locale),
                    selected: filter.locales.isEmpty || filter.locales.contains(locale))
            },
            sections: try snapshot.sectionCounts().map {
                Choice(value: $0.section, label: $0.section, selected: $0.section == filter.section)
            },
            maySet: may(.translate), isProposal: filter.isProposal,
            preview: try plan.map { try preview($0, filter, in: snapshot) })
    }

    private func preview(
        _ plan: ReplacementPlan, _ filter: ReplaceFilter, in snapshot: Snapshot
    ) throws -> ReplaceContent.Preview {
        let isProposal = proposes(filter)
        let word: TextKey = isProposal ? "replace.propose" : "replace.replaceTexts"
        let question: TextKey = isProposal ? "replace.proposeQuestion" : "replace.question"
        let count = plan.parts.count
        let notations = try snapshot.placeholderNotations
        var groups: [(locale: LanguageTag, parts: [ReplacementPlan.Part])] = []
        for part in plan.parts {
            if groups.last?.locale != part.unit.locale { groups.append((part.unit.locale, [])) }
            groups[groups.count - 1].parts.append(part)
        }
        let sentence =
            if plan.parts.isEmpty {
                plan.leftOut.isEmpty
                    ? wording("replace.noMatch", ["pattern": filter.pattern.pattern])
                    : wording("replace.allInvalid")
            } else if plan.matchesAll {
                wording("replace.allMatch")
            } else {
                isProposal
                    ? wording("replace.becomeProposals") : wording("replace.savedAtOnce")
            }
        return ReplaceContent.Preview(
            title: plan.parts.isEmpty
                ? wording("replace.nothing") : wording(question, count: count),
            sentence: sentence,
            groups: groups.map { group($0.locale, $0.parts, notations) },
            leftOut: leftOut(plan),
            confirmation: plan.parts.isEmpty
                ? nil
                : ReplaceContent.Confirmation(
                    action: path + "/replace",
                    hidden: hidden(back: path + "/replace" + filter.address),
                    plan: digest(plan), fields: filter.fields,
                    word: wording(word, count: count)))
    }

    private func group(
        _ locale: LanguageTag, _ parts: [ReplacementPlan.Part], _ notations: PlaceholderNotations
    ) -> ReplaceContent.Group {
        let tag = locale.rawValue
        let rows = parts.prefix(Self.shownDifferences).map { part in
            let runs = TextRuns(notations: part.definition.notations(in: notations))
            return ReplaceContent.Row(
                key: part.unit.string.spelled(in: info), href: path(part.unit),
                difference: TextView(locale, runs).difference(
                    from: part.old, to: part.new, source: part.definition.value))
        }
        let rest = parts.count - rows.count
        return ReplaceContent.Group(
            tag: tag, dir: TextView.direction(of: locale), languageName: wording.language(locale),
            own: wording.ownName(locale), count: wording("counts.texts", count: parts.count),
            rows: rows,
            more: rest > 0 ? wording("counts.more", count: rest) : nil)
    }

    private func leftOut(_ plan: ReplacementPlan) -> ReplaceContent.LeftOut? {
        guard !plan.leftOut.isEmpty else { return nil }
        let rows = plan.leftOut.prefix(Self.shownDifferences).map { left in
            ReplaceContent.LeftOutRow(
                key: left.unit.string.spelled(in: info), href: path(left.unit),
                language: wording.language(left.unit.locale),
                because: wording.isolated(left.because))
        }
        let rest = plan.leftOut.count - rows.count
        return ReplaceContent.LeftOut(
            title: wording("replace.leftOutTexts", count: plan.leftOut.count), rows: rows,
            more: rest > 0 ? wording("counts.more", count: rest) : nil)
    }
}
