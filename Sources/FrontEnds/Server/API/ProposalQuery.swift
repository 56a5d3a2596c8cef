import Hosting
import JSON
import Machine
import ReadModel
import Texts
import Translation
import Workspace

/// A query for proposals: the filters of a list, or the query of a decision.
struct ProposalQuery: Sendable {
    var locale: LanguageTag?
    var section: String?
    var key: String?
    var states: [Proposal.State] = [.open]
    var origin: String?
    var author: String?
    /// Whether ``author`` applies to addresses too, which would reveal them part by part.
    private let matchesAddresses: Bool
    var since: String?
    var until: String?
    var isPassing = false
    /// The guid, in plain text, whose proposals are selected.
    var owner: String?

    static let parameters: [Route.Parameter] = [
        .init("locale", "Only this language."), .init("section", "Only this section."),
        .init("key", "Only this string, or keys that match this pattern; `*` matches anything."),
        .init(
            "state",
            "Only proposals in these states, separated by commas; `open` by default.",
            schema: .string(pattern: "^(all|\(names))(,(\(names)))*$")),
        .init("origin", "Only proposals with this origin."),
        .init(
            "author",
            "Only proposals whose author's name contains this, or address if you may see addresses."
        ),
        .init("since", "Only proposals made since this time, or within a period such as 7d."),
        .init("until", "Only proposals made up to this time."),
        .init("passing", "Only proposals without findings.", schema: .boolean),
        .init("mine", "Only proposals made with the guid in the request.", schema: .boolean),
    ]

    private static let names = Proposal.State.allCases.map(\.rawValue).joined(separator: "|")

    /// Parses the query parameters of a list request.
    init(_ call: ProjectCall) throws {
        let query = call.context.query
        matchesAddresses = call.context.showsAddresses
        locale = try query["locale"].map { try call.language($0) }
        section = query["section"]
        key = query["key"]
        states = try query["state"].map(Self.states) ?? [.open]
        origin = query["origin"]
        author = query["author"]
        since = query["since"]
        until = query["until"]
        isPassing = try query.flag("passing")
        owner = try query.flag("mine") ? call.requiredGuid() : nil
    }

    /// Parses the `query` member of a decision, which selects open proposals.
    init(_ json: JSONValue, _ call: ProjectCall) throws {
        var body = try JSONBody(json)
        matchesAddresses = call.context.showsAddresses
        locale = try body.text("locale", upTo: 100).map { try call.language($0) }
        section = try body.text("section", upTo: call.project.settings.limits.key)
        key = try body.text("key", upTo: call.project.settings.limits.key)
        origin = try body.text("origin", upTo: 200)
        author = try body.text("author", upTo: 200)
        since = try body.text("since", upTo: 40)
        until = try body.text("until", upTo: 40)
        isPassing = try body.flag("passing")
        owner = try body.text("guid", upTo: 800)
        try body.finish()
    }

    private static func states(_ text: String) throws(Problem) -> [Proposal.State] {
        if text == "all" { return Proposal.State.allCases }
        var states: [Proposal.State] = []
        for word in text.split(separator: ",").map(String.init) {
            guard let state = Proposal.State(rawValue: word) else {
                throw Problem(
                    ProblemCode(.invalidValue),
                    "“\(String(word.prefix(40)))” is not a valid state.",
                    hint:
                        "Valid states: \(names.split(separator: "|").joined(separator: ", ")), all."
                )
            }
            states.append(state)
        }
        return states
    }

    /// Returns the corresponding selection for the read model.
    func selection(in snapshot: Snapshot) throws -> ProposalSelection {
        if let locale { try snapshot.requireLocale(locale) }
        let choice = try KeyChoice(section: section, key: key, in: snapshot)
        let span = try TimeSpan(since: since, until: until, now: snapshot.host.now())
        var filter = ProposalFilter(
            locale: locale, section: choice.section, string: choice.string,
            owner: owner.map { HashedGuid(guid: $0, project: snapshot.project) },
            states: states, origin: origin, keyPattern: choice.pattern, author: author,
            after: span.after, through: span.through)
        filter.matchesAddresses = matchesAddresses
        return ProposalSelection(filter, isPassing: isPassing)
    }
}
