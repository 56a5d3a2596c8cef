import TestSupport
import Testing
import Translation

/// Three people who decide on what they have, and exchange events when they like.
struct ReplicaTests {
    /// What was exchanged in whatever order folds to one state, and nobody's decision is lost.
    @Test(arguments: 0..<200)
    func replicasThatExchangedEverythingAgree(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var replicas = (0..<3).map { _ in EventLogState(project: .app) }
        var all: [EventID: Event] = [:]
        for step in 0..<36 {
            let place = random.number(in: 0...2)
            if random.chance(1, in: 4) {
                let other = random.number(in: 0...2)
                for event in replicas[other].allEvents.shuffled(using: &random)
                where random.chance(9, in: 10) {
                    replicas[place].evolve(event)
                }
            } else if let events = try decide(step, on: replicas[place], place, &random) {
                for event in events {
                    replicas[place].evolve(event)
                    all[event.id] = event
                }
            }
        }
        for place in replicas.indices {
            for event in all.values.shuffled(using: &random) { replicas[place].evolve(event) }
        }
        #expect(replicas[0].rendering == replicas[1].rendering)
        #expect(replicas[1].rendering == replicas[2].rendering)
        #expect(replicas[0].allEvents.count == all.count)
        #expect(
            replicas[0].allEvents.map(\.line) == all.values.sorted { $0.id < $1.id }.map(\.line))
    }

    /// The events of a random command, or nothing where it is refused.
    private func decide(
        _ step: Int, on state: EventLogState, _ place: Int, _ random: inout SplitMix64
    ) throws -> [Event]? {
        let actors: [Actor] = [.ines, .ravi, Actor(name: "Mo", email: "mo@example.org")]
        do {
            return try DecisionCase.decide(
                random.command(on: state), state, by: actors[place],
                guid: HashedGuid("guid \(place)"), seed: Int(random.next() >> 2)
            ).events
        } catch is Refusal {
            return nil
        }
    }
}

extension SplitMix64 {
    /// A command of a small world, so that commands meet.
    fileprivate mutating func command(on state: EventLogState) -> Command {
        let string = pick([StringID.title, .title, .button])
        let locale = pick(["fr", "fr", "de", "en"] as [LanguageTag])
        let value = Value(pick(["A", "B", "C {n}", "é", "e\u{301}"]))
        let proposals = state.allEvents.filter { $0.payload.typeName == "proposal.made" }.map(\.id)
        let proposal = proposals.isEmpty ? EventID.number(1) : pick(proposals)
        switch number(in: 0...15) {
        case 0, 1:
            return .add([pick(["fr", "de"] as [LanguageTag])], LocaleAttributes(fallback: ["en"]))
        case 2: return chance(1, in: 3) ? .removeLocale(locale) : .setText(locale, string, value)
        case 3, 4: return .addString(string, Definition(value: value))
        case 5:
            var edit = DefinitionEdit()
            edit.value = value
            edit.isMinor = chance(1, in: 2)
            return .editString(string, edit)
        case 6: return chance(1, in: 2) ? .removeString(string) : .renameString(.title, to: .button)
        case 7: return .unsetText(locale, string)
        case 8: return .setText(locale, string, value)
        case 9, 10:
            return .propose(locale, string, Proposing(value: value, isNew: chance(1, in: 4)))
        case 11, 12:
            return .accept(
                [proposal],
                Accepting(rejectsOthers: chance(1, in: 3), isForced: chance(2, in: 3)))
        case 13: return .reject([proposal], code: ReasonCode("style"), reason: nil)
        case 14: return .deleteProposals([proposal], byPerson: chance(1, in: 2))
        default:
            return .importFiles([
                FileImport(
                    locale: locale, entries: [.init(string: string, value: value)],
                    asProposals: chance(1, in: 3), definesOrder: chance(1, in: 2))
            ])
        }
    }
}
