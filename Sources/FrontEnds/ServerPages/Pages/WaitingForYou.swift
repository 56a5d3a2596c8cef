import Hosting
import Languages
import Machine
import ReadModel
import Server
import Texts
import Translation
import Words
import Workspace

extension PageCall {
    /// Returns the pending work for the viewer: proposals to review, their own rejected proposals,
    /// conflicts, stale texts, and strings to translate.
    func waiting(
        _ reviews: [(locale: LanguageTag, count: Int)], _ languages: [LanguageOverview],
        in snapshot: Snapshot
    ) throws -> [ProjectContent.Waiting] {
        guard may(.propose), email != nil else { return [] }
        var items = reviews.sorted { $0.count > $1.count }.prefix(Self.shownLanguages).map {
            locale, count in
            item(
                "accent", "proposal", wording("waiting.toReview", count: count), locale,
                path(locale) + "/review")
        }
        items += try rejectedProposals(in: snapshot)
        let roles = try snapshot.roles()
        let source = snapshot.project.source
        let rows = languages.map(\.status)
        let settable = rows.filter { maySetTexts(in: $0.locale, roles) }
        for row in settable where row.conflicts > 0 {
            items.append(
                item(
                    "bad", "conflict", wording("waiting.conflicts", count: row.conflicts),
                    row.locale, path(row.locale) + "?show=conflicts"))
        }
        for row in settable where row.stale > 0 && row.locale != source {
            guard items.count < Self.shownItems else { break }
            items.append(
                item(
                    "warn", "stale", wording("waiting.wentStale", count: row.stale), row.locale,
                    path(row.locale) + "/translate?show=stale"))
        }
        let planned = Set(languages.filter(\.isPlanned).map(\.locale))
        let open = rows.filter {
            $0.missing > 0 && $0.locale != source && !planned.contains($0.locale)
        }
        return try items + missing(own(open, roles), roles, in: snapshot)
    }

    private static let shownLanguages = 4
    private static let shownItems = 10
    private static let shownRejections = 5
    /// The time for which a rejected proposal waits for its proposer: 30 days, in milliseconds.
    private static let rejectionPeriod: Int64 = 30 * 86_400_000

    private func item(
        _ kind: String, _ icon: String, _ what: String, _ locale: LanguageTag, _ href: String,
        reason: String? = nil
    ) -> ProjectContent.Waiting {
        .init(
            kind: kind, icon: icon, what: what, language: wording.language(locale),
            reason: reason, href: href)
    }

    // MARK: Strings to translate

    /// Returns the languages that the viewer works in.
    ///
    /// The first of these groups that is not empty: the languages of their token; those whose
    /// translator or reviewer they are by the project's settings; those that they read, by their
    /// account page; all languages.
    private func own(_ rows: [StatusRow], _ roles: Roles) -> [StatusRow] {
        if context.principal.locales != nil {
            return rows.filter { may(.propose, in: $0.locale) }
        }
        let address = email.map(MailAddress.init)
        let named = rows.filter { row in
            [roles.listedTranslators(of: row.locale), roles.listedReviewers(of: row.locale)]
                .contains { people in address.map { people?.contains($0) == true } ?? false }
        }
        guard named.isEmpty else { return named }
        let reads = Preferences(context).reads
        let read = rows.filter { reads.contains($0.locale.rawValue) }
        return read.isEmpty ? rows : read
    }

    private func missing(
        _ rows: [StatusRow], _ roles: Roles, in snapshot: Snapshot
    ) throws -> [ProjectContent.Waiting] {
        let proposer = try? project.proposer(guid: nil).hashed
        var items: [ProjectContent.Waiting] = []
        for row in rows.sorted(by: { $0.missing > $1.missing })
        where items.count < Self.shownLanguages && !roles.isFrozen(row.locale) {
            let sets = maySetTexts(in: row.locale, roles)
            var count = row.missing
            if !sets {
                count = try snapshot.listCounts(
                    locale: row.locale, filter: .init(withoutProposalsOf: proposer)
                ).missing
            }
            guard count > 0 else { continue }
            items.append(
                item(
                    "plain", "missing",
                    wording("waiting.toTranslate", count: count), row.locale,
                    path(row.locale) + "/translate"))
        }
        return items
    }

    // MARK: Rejected proposals

    /// Returns the viewer's newest rejected proposals, except for those that they followed up with
    /// another proposal for the same text.
    private func rejectedProposals(in snapshot: Snapshot) throws -> [ProjectContent.Waiting] {
        guard let owner = try? project.proposer(guid: nil).hashed else { return [] }
        let rows = try snapshot.model.proposals(
            ProposalFilter(owner: owner, states: [.rejected], limit: 4 * Self.shownRejections))
        var items: [ProjectContent.Waiting] = []
        var seen: Set<UnitID> = []
        for row in rows.reversed() where items.count < Self.shownRejections {
            guard seen.insert(UnitID(row.locale, row.string)).inserted, let decision = row.decision,
                let time = Timestamp.milliseconds(decision.at), now - time < Self.rejectionPeriod,
                try snapshot.model.proposals(
                    ProposalFilter(
                        locale: row.locale, string: row.string, owner: owner, after: row.id)
                ).allSatisfy({ $0.state == .deleted || $0.state == .rejected })
            else { continue }
            items.append(
                item(
                    "bad", "rejected",
                    wording(
                        "waiting.rejected", ["name": row.string.spelled(in: snapshot.project)]),
                    row.locale,
                    path(UnitID(row.locale, row.string)),
                    reason: EventTexts(decision, wording).reason))
        }
        return items
    }
}
