import JSON
import Texts
import Translation

/// The events of the table of pairs, by the text of its cells.
///
/// All of them have the same past, as far as they name it: D is the definition, T the text, and P,
/// Q, R and S are proposals. The two events of a row do not know each other.
enum ConcurrentEvents {
    /// The common past, by number.
    static let past: [Int: Event] = [
        1: .language(1),
        2: .source(2, .defined("D")),
        3: .fact(3, .set("T"), source: 2),
        4: .source(4, .made("S"), base: 2),
        5: .fact(5, .made("P"), base: 3, source: 2),
        6: .fact(6, .made("Q", .second), base: 3, source: 2),
        7: .fact(7, .made("P", HashedGuid("third")), base: 3, source: 2),
        8: .fact(8, .rejected(5)),
        9: .setting(9, "frozen", ["de"]),
    ]

    typealias Maker = @Sendable (Int) -> [Event]

    static let makers: [String: Maker] = texts.merging(proposals) { first, _ in first }
        .merging(sources) { first, _ in first }.merging(projects) { first, _ in first }

    private static let texts: [String: Maker] = [
        "`translation.set` “A”": { [.fact($0, .set("A"), base: 3, source: 2)] },
        "`translation.set` “B”": { [.fact($0, .set("B"), base: 3, source: 2)] },
        "`translation.removed`": { [.fact($0, .translationRemoved, base: 3)] },
        "`translation.reviewed` T": { [.fact($0, .reviewed(3))] },
        "`translation.flagged` T": { [.fact($0, .flagged(3))] },
        "`proposal.accepted` P": { [.fact($0, .accepted(5, "P"), base: 3, source: 2)] },
        "`proposal.accepted` P as “A”": { [.fact($0, .accepted(5, "A"), base: 3, source: 2)] },
        "`proposal.accepted` P, also R": {
            [.fact($0, .accepted(5, "P", also: [7]), base: 3, source: 2)]
        },
        "`proposal.accepted` Q": { [.fact($0, .accepted(6, "Q"), base: 3, source: 2)] },
        "`proposal.accepted` R": { [.fact($0, .accepted(7, "P"), base: 3, source: 2)] },
    ]

    private static let proposals: [String: Maker] = [
        "`proposal.made` “A” by G": { [.fact($0, .made("A"), base: 3, source: 2)] },
        "`proposal.made` “B” by G": { [.fact($0, .made("B"), base: 3, source: 2)] },
        "`proposal.made` “B” by H": { [.fact($0, .made("B", .second), base: 3, source: 2)] },
        "`proposal.made` “A” by G for P": {
            [.fact($0, .made("A", replaces: 5), base: 3, source: 2)]
        },
        "`proposal.made` “B” by G for P": {
            [.fact($0, .made("B", replaces: 5), base: 3, source: 2)]
        },
        "`proposal.rejected` P": { [.fact($0, .rejected(5))] },
        "`proposal.rejected` Q": { [.fact($0, .rejected(6))] },
        "`proposal.rejected` R": { [.fact($0, .rejected(7))] },
        "`proposal.deleted` P": { [.fact($0, .deleted(5, .first))] },
        "`proposal.reopened` P": { [.fact($0, .reopened(5), undoes: [8])] },
        "`proposal.endorsed` P": { [.fact($0, .endorsed(5))] },
        "`proposal.endorsed` P by another": { [.fact($0, .endorsed(5), by: .ravi)] },
        "`comment.added` P": { [.fact($0, .comment(5))] },
        "`check.silenced`": { [.fact($0, .checkSilenced(check: "markup", reason: nil))] },
    ]

    private static let sources: [String: Maker] = [
        "`string.defined` “A”": { [.source($0, .defined("A"), base: 2)] },
        "`string.defined` “B”": { [.source($0, .defined("B"), base: 2)] },
        "`string.defined` “A”, minor": { [.source($0, .defined("A", minor: true), base: 2)] },
        "`string.defined` “B”, minor": { [.source($0, .defined("B", minor: true), base: 2)] },
        "`string.removed`": { [.source($0, .stringRemoved, base: 2)] },
        "`string.removed`, renamed to K": { renamed($0, to: .button) },
        "`string.removed`, renamed to L": {
            renamed($0, to: StringID(section: "default", key: "other"))
        },
        "`proposal.accepted` S": { [.source($0, .accepted(4, "S"), base: 2)] },
        "`proposal.accepted` S as “A”": { [.source($0, .accepted(4, "A"), base: 2)] },
        "`proposal.made` “B” for the source": { [.source($0, .made("B"), base: 2)] },
    ]

    /// The removal comes last in the log, and is the event that conflicts with others.
    private static func renamed(_ number: Int, to string: StringID) -> [Event] {
        [
            .source(number, .stringRemoved, base: 2),
            .source(number - 2, .defined("D"), string: string, copies: 2),
            .fact(number - 1, .set("T"), string: string, source: number - 2, copies: 3),
        ]
    }

    private static let projects: [String: Maker] = [
        "`locale.added`": { [.language($0, base: 1)] },
        "`locale.added` with another chain": {
            [.language($0, .localeAdded(LocaleAttributes(fallback: [])), base: 1)]
        },
        "`locale.removed`": { [.language($0, .localeRemoved, base: 1)] },
        "`setting.changed` “A”": { [.setting($0, "frozen", ["A"], base: 9)] },
        "`setting.changed` “B”": { [.setting($0, "frozen", ["B"], base: 9)] },
        "`setting.changed` to the default": { [.setting($0, "frozen", nil, base: 9)] },
        "`resource.defined` “A”": { [resource($0, "A")] },
        "`resource.defined` “B”": { [resource($0, "B")] },
        "`file.read` “A”": { [read($0, "A")] },
        "`file.read` “B”": { [read($0, "B")] },
        "`tea.served`": { [.fact($0, .unrecognized(type: "tea.served"))] },
    ]

    private static func resource(_ number: Int, _ path: String) -> Event {
        .fact(
            number, .resourceDefined(FileResource(format: "po", path: path)), in: "en", string: nil)
    }

    private static func read(_ number: Int, _ mark: String) -> Event {
        .fact(
            number, .fileRead(FileStatements(format: "po", marks: [("a", mark)])), in: "fr",
            string: nil)
    }

    /// Returns D, T, and the events that the given ones name, directly or indirectly.
    static func past(of events: [Event]) -> [Event] {
        var numbers: Set<Int> = [2, 3]
        var waiting = events
        while let event = waiting.popLast() {
            var named = [event.base, event.source, event.copies, event.payload.proposal]
                .compactMap(\.self)
            named += event.over + event.undoes
            if case .proposalAccepted(let acceptance) = event.payload { named += acceptance.also }
            if case .proposalMade(let proposed) = event.payload, let replaced = proposed.replaces {
                named.append(replaced)
            }
            for number in named.map(\.number) where past[number] != nil {
                if numbers.insert(number).inserted, let event = past[number] {
                    waiting.append(event)
                }
            }
        }
        return numbers.sorted().compactMap { past[$0] }
    }
}
