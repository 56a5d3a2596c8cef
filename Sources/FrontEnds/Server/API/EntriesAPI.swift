import Hosting
import HTTPTypes
import Hummingbird
import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// A query for strings with their texts in a language.
struct EntryQuery: Sendable {
    let locale: LanguageTag
    let section: String?
    let keyPattern: String?
    let search: String?
    let states: Set<EntryState>
    /// Whether to include texts that have not been reviewed.
    let wantsUnreviewed: Bool
    let page: Page
    let after: EntryFilter.Place?

    static let stateNames = EntryState.allCases.map(\.rawValue) + ["unreviewed"]

    static let parameters: [Route.Parameter] =
        [
            .init("section", "Only this section."),
            .init("key", "Only keys that match this pattern; `*` matches anything."),
            .init("search", "Only strings that contain this in the key, source, text or comment."),
            .init(
                "state", "Only strings in these states, separated by commas.",
                schema: .string(
                    pattern:
                        "^(\(stateNames.joined(separator: "|")))(,(\(stateNames.joined(separator: "|"))))*$"
                )),
        ] + Page.parameters.dropLast() + APIParameters.moment

    init(_ call: ProjectCall, locale: LanguageTag) throws {
        let query = call.context.query
        self.locale = locale
        section = query["section"].map { call.project.project.section(named: $0) }
        keyPattern = query["key"]
        search = query["search"].flatMap { $0.isEmpty ? nil : $0 }
        page = try Page(query)
        after = try page.place()
        var states: Set<EntryState> = []
        var wantsUnreviewed = false
        for word in (query["state"] ?? "").split(separator: ",").map(String.init) {
            if word == "unreviewed" {
                wantsUnreviewed = true
                continue
            }
            guard let state = EntryState(rawValue: word) else {
                throw Problem(
                    ProblemCode(.invalidValue),
                    "“\(String(word.prefix(40)))” is not a valid state.",
                    hint: "Valid states: \(Self.stateNames.joined(separator: ", ")).")
            }
            states.insert(state)
        }
        self.states = states
        self.wantsUnreviewed = wantsUnreviewed
    }

    /// Responds with a page of strings in a language.
    static func respond(_ call: ProjectCall, locale: LanguageTag) async throws -> Response {
        let question = try EntryQuery(call, locale: locale)
        // The index contains only the newest state.
        var index: SearchIndex?
        if case .tip = try call.moment() { index = call.project.search.index }
        return try await call.respondAtMoment(locales: [locale]) { [index] snapshot in
            try question.answer(snapshot, index, call.context)
        }
    }

    private func answer(
        _ snapshot: Snapshot, _ index: SearchIndex?, _ context: RequestContext
    ) throws -> JSONAnswer {
        try snapshot.requireLocale(locale)
        // Reads one extra row, to find out whether there is another page.
        var filter = EntryFilter(
            section: section, keyPattern: keyPattern, search: search,
            states: wantsUnreviewed ? [] : states, after: after,
            limit: wantsUnreviewed ? nil : page.limit + 1)
        filter.candidates = try snapshot.candidates(for: search, in: locale, index)
        var entries = try snapshot.model.entries(
            locale: locale, chain: snapshot.model.lenders(to: locale), filter: filter)
        if wantsUnreviewed {
            entries = entries.filter { entry in
                !entry.states.isDisjoint(with: states)
                    || entry.text.map { !$0.isReviewed } ?? false && entry.isTranslatable
            }
        }
        var answer = JSONAnswer(
            .array(
                entries.prefix(page.limit).map {
                    $0.json(in: locale, state: $0.mainState.rawValue)
                }))
        if entries.count > page.limit, let last = entries.prefix(page.limit).last {
            answer.headers[.link] = context.linkToNext(PageCursor.place(last.place).text)
        }
        return answer
    }
}
