import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// Returns the page with the events of the project, by day.
    func activityPage() async throws -> Response {
        let filter = try ActivityFilter(query, self)
        let before = query["before"].flatMap { EventID($0) }
        // An unfiltered list reads only the newest events. A filter may search the whole log.
        if filter.isEmpty {
            return try await project.read { try activityPage(filter, before, in: $0) }
        }
        return try await project.readSlowly { try activityPage(filter, before, in: $0) }
    }

    private func activityPage(
        _ filter: ActivityFilter, _ before: EventID?, in snapshot: Snapshot
    ) throws -> Response {
        let frame = try projectFrame(
            "activity", title: title(wording("activity.title")),
            crumbs: [.init(label: wording("activity.title"))],
            tab: .activity, in: snapshot)
        var invalid: Problem?
        var list: ActivityList?
        do {
            if let query = try filter.query(
                through: before, showsAddresses: context.showsAddresses, in: snapshot)
            {
                list = try ActivityList(
                    query, before: before, shortens: filter.isEmpty, in: snapshot)
            }
        } catch let refusal as Refusal where refusal.code == .invalidTime {
            invalid = Problem(refusal)
        }
        let days = try list.map { try ActivityDays($0, self, snapshot).days } ?? []
        let nothing: String? =
            if let tester = filter.tester, list == nil, invalid == nil {
                wording("activity.noTester", ["tester": tester])
            } else if days.isEmpty {
                invalid == nil ? wording("activity.nothing") : nil
            } else {
                nil
            }
        let last = try snapshot.model.lastEvent()?.id
        let content = ActivityContent(
            action: path + "/activity", person: filter.person ?? "", tester: filter.tester ?? "",
            since: filter.since ?? "",
            sinceError: invalid.map {
                wording.isolated([$0.detail, $0.pageHint ?? ""].joined(separator: " "))
            },
            locales: try locales(filter.locale, in: snapshot),
            kinds: ActivityFilter.Kind.allCases.map {
                Choice(value: $0.rawValue, label: wording($0.word), selected: $0 == filter.kind)
            },
            revert: may(.review) && !filter.isEmpty && !days.isEmpty
                ? path + "/activity/revert"
                    + filter.address([("through", last?.description)])
                : nil,
            clear: filter.isEmpty ? nil : path + "/activity", days: days,
            older: list?.next.map {
                path + "/activity" + filter.address([("before", $0.description)])
            }, nothing: nothing)
        return try site.page(content, frame, status: invalid?.status ?? .ok)
    }

    private func locales(_ chosen: LanguageTag?, in snapshot: Snapshot) throws -> [Choice] {
        try snapshot.locales().map { locale in
            Choice(
                value: locale.rawValue, label: wording.language(locale),
                selected: locale == chosen)
        }.sorted { $0.label < $1.label }
    }
}

/// The events of one page of the activity list, newest first.
struct ActivityList {
    /// Events by one person in a row, of one type and in one language.
    struct Run {
        /// The first events of the run.
        var events: [Event]
        var count = 1
    }

    private(set) var runs: [Run] = []
    /// The last event of the page, if there are more.
    private(set) var next: EventID?

    /// The maximum number of events that are listed on a page.
    private static let shown = 100
    /// The number of events in a run that are listed without a filter.
    private static let shownOfRun = 3
    /// The maximum number of events that are read for a page.
    private static let read = 5_000

    /// Reads the events that a query selects.
    ///
    /// `before` is the last event of the previous page. If `shortens` is true, only the first events
    /// of a run are listed, so that an import does not fill the page.
    init(
        _ query: RevertQuery, before: EventID?, shortens: Bool, in snapshot: Snapshot
    ) throws {
        let aliases = try snapshot.model.aliases()
        var rows = 0
        var read = 0
        var last: EventID?
        try snapshot.forEachEvent(of: query) { stored in
            let event = stored.event
            guard event.id != before, aliases[event.id] == nil else { return true }
            if shortens, let run = runs.last?.events.first, Self.continues(run, event) {
                runs[runs.count - 1].count += 1
                if runs[runs.count - 1].events.count < Self.shownOfRun {
                    runs[runs.count - 1].events.append(event)
                    rows += 1
                }
            } else {
                guard rows < Self.shown else {
                    next = last
                    return false
                }
                runs.append(Run(events: [event]))
                rows += 1
            }
            read += 1
            last = event.id
            guard read < Self.read else {
                next = last
                return false
            }
            return true
        }
    }

    private static func continues(_ a: Event, _ b: Event) -> Bool {
        a.payload.traits.subject.isString && a.actor == b.actor && a.payload.guid == b.payload.guid
            && a.payload.typeName == b.payload.typeName && a.locale == b.locale
            && a.at.prefix(10) == b.at.prefix(10)
    }
}
