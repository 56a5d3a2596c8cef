import Machine
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The part of a filter that selects open proposals: by author, origin and time.
///
/// An author is given by the displayed name. A tester's guid is a secret, and must not be part of
/// an address.
struct ProposalChoice: Sendable, Hashable {
    /// The displayed name of the author, or a part of it.
    var by: String?
    /// The beginning of the origin, as stored.
    var origin: String?
    /// The first day, such as `2026-11-21`, in UTC.
    var since: String?

    init() {}

    /// Parses an address's parameters.
    ///
    /// Throws `usage` for an invalid date.
    init(_ parameters: Query, _ wording: Wording) throws(Problem) {
        func text(_ name: String) -> String? {
            parameters[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        by = text("by")
        origin = text("origin")
        since = text("since")
        if let since, Self.start(of: since) == nil {
            throw wording.problem(
                .usage, "problems.notADate", ["value": String(since.prefix(40))],
                hint: "problems.writeDate")
        }
    }

    var isEmpty: Bool { self == ProposalChoice() }

    /// The parameters of an address, in a fixed order.
    var items: [(String, String?)] { [("by", by), ("origin", origin), ("since", since)] }

    /// Returns the first millisecond of a date in UTC, or nil for invalid text.
    private static func start(of date: String) -> UInt64? {
        guard date.utf8.count == 10 else { return nil }
        return Timestamp.milliseconds(date + "T00:00:00Z").flatMap { UInt64(exactly: $0) }
    }

    /// Returns the criteria for the read model, or nil if there are none.
    ///
    /// The name of an author matches in every language of the pages, because an address may come
    /// from a page in another one. Names that are equal to ``by`` have precedence over names that
    /// contain it. The comparison ignores case and direction isolates.
    func filter(_ locale: LanguageTag, _ people: People, in snapshot: Snapshot) throws
        -> OpenProposalFilter?
    {
        if isEmpty { return nil }
        var guids: Set<HashedGuid>?
        if let by = by.map(Self.folded) {
            let people = try Wordings.builtIn.get().all.map { people.with($0.wording.people) }
            let named = try snapshot.model.openProposers(locale).flatMap { proposer in
                people.map { (proposer.guid, Self.folded($0.name(proposer))) }
            }
            let equal = named.filter { $0.1 == by }
            guids = Set((equal.isEmpty ? named.filter { $0.1.contains(by) } : equal).map(\.0))
        }
        return OpenProposalFilter(
            guids: guids, origin: origin, since: since.flatMap(Self.start).map(EventID.lowest))
    }

    /// Returns a name in lower case, without the isolates that pages put around names.
    private static func folded(_ name: String) -> String {
        var scalars = name.unicodeScalars
        scalars.removeAll { ("\u{2066}"..."\u{2069}").contains($0) }
        return String(scalars).lowercased()
    }

    /// The maximum number of names that the form suggests.
    private static let suggested = 200

    /// Returns the form's fields for the open proposals in a language.
    func fields(
        _ locale: LanguageTag, _ people: People, _ wording: Wording, in snapshot: Snapshot
    ) throws -> LanguageContent.OfferFields {
        var seen: Set<String> = []
        let names = try snapshot.model.openProposers(locale).map(people.name)
            .filter { seen.insert($0).inserted }.sorted()
        var origins = try snapshot.model.openOrigins(locale)
        if let origin, !origins.contains(origin) { origins.append(origin) }
        return LanguageContent.OfferFields(
            by: by ?? "", people: Array(names.prefix(Self.suggested)),
            origins: origins.map {
                Choice(value: $0, label: Self.label(of: $0, wording), selected: $0 == origin)
            },
            since: since ?? "")
    }

    private static func label(of origin: String, _ wording: Wording) -> String {
        switch Origin(origin) {
        case .human: wording("origins.human")
        case .memory: wording("origins.memory")
        case .machine(let name): wording("origins.machine", ["name": name])
        case .reference(let name): wording("origins.reference", ["name": name])
        case .other(let text): text
        }
    }
}

extension People {
    /// Returns the displayed name of an author of open proposals.
    fileprivate func name(_ proposer: OpenProposer) -> String {
        name(of: proposer.person, or: proposer.guid) ?? ""
    }
}
