import JSON
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension Snapshot {
    /// The project's description, from its settings.
    var projectDescription: String? {
        get throws { try model.setting(Setting.description.name).value?.stringValue }
    }
}

extension PageCall {
    /// The number of contributors that the project's page lists.
    private static let listedContributors = 6
    /// The maximum number of events that are counted for the contributors.
    private static let countedEvents = 5_000

    func latestRelease(in snapshot: Snapshot) throws -> ProjectContent.Release? {
        try snapshot.releases(limit: 1).first.map { release in
            ProjectContent.Release(
                name: release.name,
                when: TimeMark(PageTime.timestamp(release.time), now: now, wording),
                changes: path + "/changes"
                    + PageAddress.query([(name: "from", value: release.name)]))
        }
    }

    /// Returns the contributors of the current month in UTC, or nil if there are none.
    func month(in snapshot: Snapshot) throws -> ProjectContent.Month? {
        let first = PageTime.firstOfMonth(now)
        let found = try snapshot.model.contributions(
            after: .highest(at: UInt64(clamping: first.milliseconds - 1)),
            limit: Self.countedEvents)
        let people = try people(in: snapshot)
        var contributors: [(first: Contribution, counts: [String: Int])] = []
        for contribution in found.counts {
            let place = contributors.firstIndex {
                $0.first.actor == contribution.actor && $0.first.tester == contribution.tester
            }
            if let place {
                contributors[place].counts[contribution.type, default: 0] += contribution.count
            } else {
                contributors.append((contribution, [contribution.type: contribution.count]))
            }
        }
        contributors.sort { $0.counts.values.reduce(0, +) > $1.counts.values.reduce(0, +) }
        guard !contributors.isEmpty else { return nil }
        let since = PageTime.timestamp(first.milliseconds).prefix(10)
        let rest = contributors.count - Self.listedContributors
        return ProjectContent.Month(
            name: wording.month(first.month),
            contributors: contributors.prefix(Self.listedContributors).map { first, counts in
                let filter = ActivityFilter(
                    person: first.actor?.name, tester: first.tester?.shortName,
                    since: String(since))
                return .init(
                    who: Marks.name(first.actor, guid: first.tester, by: people),
                    href: path + "/activity" + filter.address(), words: words(counts))
            }, more: rest > 0 ? wording("counts.more", count: rest) : nil,
            activity: path + "/activity" + ActivityFilter(since: String(since)).address(),
            note: found.isPartial
                ? wording("project.lastChanges", count: Self.countedEvents) : nil)
    }

    /// Returns the contributions of one person in words, such as `12 proposed, 3 accepted`.
    private func words(_ counts: [String: Int]) -> String {
        let kinds: [(words: TextKey, types: [String])] = [
            ("project.proposed", ["proposal.made"]), ("project.accepted", ["proposal.accepted"]),
            ("project.rejected", ["proposal.rejected"]),
            ("project.textsSet", ["translation.set", "translation.removed"]),
            (
                "project.reviewedCount",
                ["translation.reviewed", "translation.flagged", "proposal.endorsed"]
            ),
            ("project.commented", ["comment.added"]),
            ("project.sourceStrings", ["string.defined", "string.removed"]),
        ]
        var parts: [String] = []
        var rest = counts.values.reduce(0, +)
        for kind in kinds {
            let count = kind.types.compactMap { counts[$0] }.reduce(0, +)
            guard count > 0 else { continue }
            rest -= count
            parts.append(wording(kind.words, count: count))
        }
        if rest > 0 {
            parts.append(
                parts.isEmpty
                    ? wording("counts.changes", count: rest)
                    : wording("project.otherChanges", count: rest))
        }
        return wording.commas(parts)
    }
}
