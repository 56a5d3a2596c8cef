import TestKit
import Testing
import Texts
import Translation

/// Chains and cycles of copies: their meaning, and a cost proportional to their length.
struct CopyChainTests {
    // MARK: Meaning

    /// Implements section 9 of the data model literally: each event's copies are followed from the
    /// start.
    @Test(arguments: 0..<300) func creditsAreThoseOfTheWay(seed: Int) {
        var random = SplitMix64(seed: seed)
        let events = Self.copies(&random)
        let state = EventLogState(project: .app, events: events)
        var ledger = CreditLedger(.app)
        for id in events.map(\.id).shuffled(using: &random) {
            let credit = ledger.credit(of: id, event: state.event, events: state.events)
            let expected = Self.credit(of: id, in: state)
            #expect(credit?.author == expected?.author, "\(seed): the author of \(id.number)")
            #expect(credit?.isReviewed == expected?.isReviewed, "\(seed): review of \(id.number)")
            #expect(credit?.isFlagged == expected?.isFlagged, "\(seed): flag of \(id.number)")
        }
        // The ledger answers for texts that copy an event. On a cycle, the event itself has another
        // way.
        for unit in [StringID.title, .button].map({ state.unit("fr", $0) }) {
            guard let text = unit.text else { continue }
            #expect(
                text.authorship == Self.authorship(of: text.event, in: state),
                "\(seed): the authorship of \(text.id.number)")
        }
    }

    /// Returns the authorship of a text by the last text on its chain of copies.
    private static func authorship(of text: Event, in state: EventLogState) -> Authorship {
        var last = text
        var copied: Set<EventID> = []
        while let id = last.copies, copied.insert(id).inserted, let next = state.event(id),
            next.payload.text != nil
        {
            last = next
        }
        let unit = state.unit(last.locale, last.string(in: .app) ?? .title)
        let first = unit.events.first { event in
            if case .proposalMade(let proposed) = event.payload {
                proposed.value == last.payload.text
            } else {
                event.payload.text == last.payload.text && last.payload.text != nil
            }
        }
        switch first?.payload {
        case .proposalMade(let proposed):
            return proposed.origin.machine.map(Authorship.machine) ?? .people
        case .proposalAccepted(let acceptance):
            let isMachine = unit.proposal(acceptance.proposal)?.proposed.origin.machine != nil
            return isMachine ? .edited : .people
        default: return .people
        }
    }

    /// Returns texts, acceptances, proposals and judgements of three units, which copy each other
    /// at random.
    private static func copies(_ random: inout SplitMix64) -> [Event] {
        let count = Int.random(in: 2...7, using: &random)
        var events: [Event] = []
        for number in 1...count {
            let payload: Payload =
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    .accepted(
                        Int.random(in: 1...2 * count, using: &random), "X",
                        author: Bool.random(using: &random) ? .ravi : nil)
                case 1:
                    .made(
                        Bool.random(using: &random) ? "X" : "Y",
                        origin: Bool.random(using: &random) ? .human : .machine("m\(number)"))
                default: .set("X")
                }
            let isSource = Int.random(in: 0..<8, using: &random) == 0
            let actors: [Actor?] = [nil, .ines, .ravi]
            events.append(
                .fact(
                    number, isSource ? .defined("X") : payload, in: isSource ? "en" : "fr",
                    string: Bool.random(using: &random) ? .title : .button,
                    by: actors[Int.random(in: 0..<3, using: &random)],
                    copies: Int.random(in: 0...count, using: &random)))
        }
        for number in count + 1..<count + 4 {
            let text = Int.random(in: 1...count, using: &random)
            events.append(
                .fact(
                    number, Bool.random(using: &random) ? .reviewed(text) : .flagged(text),
                    string: Bool.random(using: &random) ? .title : .button,
                    undoes: Int.random(in: 0..<4, using: &random) == 0 ? [number - 1] : []))
        }
        return events
    }

    private static func credit(
        of id: EventID, in state: EventLogState
    ) -> (author: Actor?, isReviewed: Bool, isFlagged: Bool)? {
        var way: [Event] = []
        var next = state.event(id)
        while let event = next, !way.contains(where: { $0.id == event.id }),
            event.payload.text != nil || event.payload.guid != nil
        {
            way.append(event)
            next = event.copies.flatMap(state.event)
        }
        var result: (author: Actor?, isReviewed: Bool, isFlagged: Bool)?
        var copied: Event?
        for event in way.reversed() {
            if case .proposalMade(let proposed) = event.payload {
                var isCopy = false
                if case .proposalMade(let other)? = copied?.payload {
                    isCopy = other.guid == proposed.guid && other.value == proposed.value
                }
                result = (isCopy ? result?.author : event.actor, false, false)
            } else {
                if copied?.payload.guid != nil { result = nil }
                result = Self.credit(of: event, copying: result, copied, in: state)
            }
            copied = event
        }
        return result
    }

    private static func credit(
        of event: Event, copying next: (author: Actor?, isReviewed: Bool, isFlagged: Bool)?,
        _ copied: Event?, in state: EventLogState
    ) -> (author: Actor?, isReviewed: Bool, isFlagged: Bool) {
        var author = next?.author ?? event.actor
        var isAccepted = false
        if case .proposalAccepted(let acceptance) = event.payload {
            author = acceptance.author ?? author
            isAccepted = true
        }
        let leavesSource = copied?.locale == "en" && event.locale != "en"
        let unit = state.unit(event.locale, event.string(in: .app) ?? .title)
        var (flag, vouch): (EventID?, EventID?) = (nil, nil)
        for judging in unit.events where unit.undoer(of: judging.id) == nil {
            switch judging.payload {
            case .translationFlagged(event.id, _): flag = judging.id
            case .translationReviewed(event.id, _): vouch = judging.id
            default: break
            }
        }
        var isFlagged = leavesSource ? false : next?.isFlagged ?? false
        if flag != nil || vouch != nil {
            isFlagged = flag.map { $0 > vouch ?? $0 || vouch == nil } ?? false
        }
        let isReviewed =
            !isFlagged
            && (vouch != nil || isAccepted || !leavesSource && next?.isReviewed ?? false)
        return (author, isReviewed, isFlagged)
    }

    // MARK: Cost

    private static let length = 20_000

    /// Returns texts of one unit, each of which names the previous one as its base and copies it.
    private static func chain(_ length: Int) -> [Event] {
        (1...length).map { number in
            .fact(
                number, .set("X"), by: number == 1 ? .ravi : .ines,
                base: number == 1 ? nil : number - 1, copies: number == 1 ? nil : number - 1)
        }
    }

    /// Expects that each event of a chain and its unit are looked up at most once.
    private static func expectFewLookups(
        _ events: [Event], author: Actor?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let byID = Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0) })
        var (lookups, units) = (0, 0)
        var ledger = CreditLedger(.app)
        for event in events {
            let credit = ledger.credit(of: event.id) { id -> Event? in
                lookups += 1
                return byID[id]
            } events: { _ in
                units += 1
                return events
            }
            #expect(credit?.author == author, sourceLocation: sourceLocation)
        }
        #expect(lookups <= events.count, sourceLocation: sourceLocation)
        #expect(units == 1, sourceLocation: sourceLocation)
    }

    @Test func eachEventOfAChainIsLookedUpOnce() {
        let chain = Self.chain(1_000)
        Self.expectFewLookups(chain, author: .ravi)
        Self.expectFewLookups(chain.reversed(), author: .ravi)
    }

    @Test func eachEventOfACircleIsLookedUpOnce() {
        var circle = Self.chain(1_000)
        for index in circle.indices { circle[index].actor = .ravi }
        circle[0].copies = .number(1_000)
        Self.expectFewLookups(circle, author: .ravi)
    }

    /// A rebuild asks for a few at a time, with room for at most 50,000.
    @Test func aChainThatIsLongerThanTheMemoryIsNotFollowedAgainAndAgain() {
        let chain = Self.chain(120_000)
        let byID = Dictionary(uniqueKeysWithValues: chain.map { ($0.id, $0) })
        var lookups = 0
        var ledger = CreditLedger(.app)
        for (number, event) in chain.enumerated() {
            if number % 500 == 0 { ledger.forgetIfLarge() }
            _ = ledger.credit(of: event.id) { id -> Event? in
                lookups += 1
                return byID[id]
            } events: { _ in
                []
            }
        }
        #expect(lookups < 3 * chain.count)
    }

    /// These would take minutes if the cost grew with the square of the length.
    @Test func longChainsAreFolded() {
        let unit = EventLogState(project: .app, events: Self.chain(Self.length))
            .unit("fr", .title)
        #expect(unit.text?.author == .ravi)
        #expect(unit.reviewedText == nil)
    }

    @Test func longWaysOfAcceptedDefinitionsAreFolded() {
        let events = (1...Self.length).map { number -> Event in
            .source(
                number,
                number == 1
                    ? .stringDefined(Definition(value: Value("X"), comment: "C"))
                    : .accepted(number, "X"),
                base: number == 1 ? nil : number - 1, copies: number == 1 ? nil : number - 1)
        }
        let unit = EventLogState(project: .app, events: events).unit("en", .title)
        #expect(unit.definitions.currentDefinition?.comment == "C")
        #expect(unit.definitions[.number(2)]?.comment == "C")
    }

    @Test func manyUndoneProposalsAreFolded() {
        let events = (1...Self.length).flatMap { number -> [Event] in
            [
                .fact(number, .made("X")),
                .fact(number + Self.length, .comment(nil), undoes: [number]),
            ]
        }
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.proposals.allSatisfy { $0.state == .deleted })
        #expect(unit.proposal(.number(1))?.decision?.id == .number(Self.length + 1))
    }

    @Test func manyEditsAreTakenBackAtOnce() throws {
        let given: [Event] =
            [.language(0)] + [.source(Self.length + 1, .defined("X"))] + Self.chain(Self.length)
        let decision = try DecisionCase.decide(
            .revert(RevertOptions(events: (2...Self.length).map(EventID.number))),
            EventLogState(project: .app, events: given))
        #expect(decision.events.map(\.copies) == [.number(1)])
    }

    // MARK: The bound

    /// A text whose chain of copies has the maximum length.
    static let tooLong = history(CopyDepths.limit + 1)

    private static func history(_ length: Int) -> [Event] {
        [.language(0)] + [.source(length + 1, .defined("X"))] + chain(length)
    }

    private static func state(_ length: Int) -> EventLogState {
        EventLogState(project: .app, events: history(length))
    }

    @Test func aChainIsContinuedUpToTheBound() throws {
        let rename = Command.renameString(.title, to: .button)
        #expect(throws: Never.self) {
            try DecisionCase.decide(rename, Self.state(CopyDepths.limit))
        }
        #expect {
            try DecisionCase.decide(rename, Self.state(CopyDepths.limit + 1))
        } throws: {
            ($0 as? Refusal)?.code == .tooManyCopies
        }
    }

    @Test func settingTheTextBeginsANewChain() throws {
        let state = Self.state(CopyDepths.limit + 1)
        let events = try DecisionCase.decide(.setText("fr", .title, Value("Y")), state).events
        let after = EventLogState(project: .app, events: state.allEvents + events)
        #expect(throws: Never.self) {
            try DecisionCase.decide(.renameString(.title, to: .button), after)
        }
    }

    @Test func aCircleIsTooDeep() {
        let events: [Event] = [
            .fact(1, .set("X"), copies: 2), .fact(2, .set("X"), copies: 1),
            .fact(3, .set("X"), copies: 1), .fact(4, .set("X")), .fact(5, .set("X"), copies: 9),
        ]
        let state = EventLogState(project: .app, events: events)
        var depths = CopyDepths()
        #expect(
            events.map { depths.isTooDeep($0, counting: state.event) } == [
                true, true, true, false, false,
            ])
    }
}
