import Languages
import Machine
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The filter of the activity list, as encoded in the page's query.
///
/// The parameters have a fixed order, and defaults are omitted.
struct ActivityFilter: Sendable {
    /// A part of a person's name or address.
    var person: String?
    /// A tester, by the displayed name such as `K5V7QX`.
    ///
    /// A guid is a secret, which must not stand in an address.
    var tester: String?
    var locale: LanguageTag?
    var kind: Kind?
    /// A time as typed by the viewer.
    var since: String?

    /// The kinds of events to choose from.
    enum Kind: String, Sendable, CaseIterable {
        case texts, proposals, decisions, reviews, comments, strings, languages, settings, files

        var word: TextKey {
            switch self {
            case .texts: "activity.texts"
            case .proposals: "activity.proposals"
            case .decisions: "activity.decisions"
            case .reviews: "activity.reviews"
            case .comments: "activity.comments"
            case .strings: "activity.strings"
            case .languages: "common.languages"
            case .settings: "settings.title"
            case .files: "activity.files"
            }
        }

        /// The types of the events.
        var types: [String] {
            switch self {
            case .texts: ["translation.set", "translation.removed", "proposal.accepted"]
            case .proposals: ["proposal.made"]
            case .decisions: ["proposal.rejected", "proposal.deleted", "proposal.reopened"]
            case .reviews:
                [
                    "translation.reviewed", "translation.flagged", "check.silenced",
                    "proposal.endorsed",
                ]
            case .comments: ["comment.added"]
            case .strings: ["string.defined", "string.removed"]
            case .languages: ["locale.added", "locale.removed"]
            case .settings: ["setting.changed"]
            case .files: ["resource.defined", "file.read"]
            }
        }
    }

    /// Parses the parameters of an address or the fields of a form.
    ///
    /// Throws `usage` for an unknown kind, and for an invalid language tag.
    init(_ parameters: Query, _ call: PageCall) throws {
        func text(_ name: String) -> String? {
            parameters[name].map(\.trimmed).flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
        }
        person = text("person")
        tester = text("tester").map { $0.uppercased() }
        locale = try text("locale").map { try call.project.language($0) }
        since = text("since")
        guard let word = text("kind") else { return }
        guard let kind = Kind(rawValue: word) else {
            throw call.wording.unknownChoice(
                "problems.unknownEvents", word, among: Kind.allCases.map(\.rawValue))
        }
        self.kind = kind
    }

    /// Creates the filter for one person or tester since a time.
    init(person: String? = nil, tester: String? = nil, kind: Kind? = nil, since: String? = nil) {
        self.person = person
        self.tester = tester
        self.kind = kind
        self.since = since
    }

    var isEmpty: Bool { items.allSatisfy { $0.value == nil } }

    /// The parameters in their order.
    var items: [(name: String, value: String?)] {
        [
            ("person", person), ("tester", tester), ("locale", locale?.rawValue),
            ("kind", kind?.rawValue), ("since", since),
        ]
    }

    /// Returns the address's query with its question mark, with further parameters at the end.
    func address(_ more: [(name: String, value: String?)] = []) -> String {
        PageAddress.query(items + more)
    }

    /// Returns the query for the events that match and whose ids are at most `last`.
    ///
    /// Returns nil if no tester or several have the name. If addresses are not shown, only names are searched.
    /// Throws a refusal for an invalid time.
    func query(
        through last: EventID?, showsAddresses: Bool, in snapshot: Snapshot
    ) throws -> RevertQuery? {
        var guid: HashedGuid?
        if let tester {
            // Part of a name would select somebody else, and a longer one would reveal the hash.
            guard tester.count == HashedGuid.shortNameLength else { return nil }
            let found = try snapshot.model.testers(beginningWith: tester)
            guard found.count == 1 else { return nil }
            guid = found[0]
        }
        let after = try since.map { since in
            EventID.highest(
                at: UInt64(
                    clamping: try Timestamp.span(of: since, now: snapshot.host.now()).lowerBound - 1
                ))
        }
        var query = RevertQuery(
            EventFilter(
                locale: locale, types: kind?.types ?? [], after: after, through: last),
            guid: guid, author: person)
        query.matchesAddresses = showsAddresses
        return query
    }
}
