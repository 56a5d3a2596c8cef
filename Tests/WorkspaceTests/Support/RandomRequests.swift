import TestKit
import Texts
import Translation
import Workspace

/// Requests of several people and guids on few strings, so that they conflict.
///
/// A request chooses its command by its own seed from the current state: equal states give equal
/// commands.
struct RandomRequests {
    private static let tags = ["en", "fr", "fr-CA", "de"].compactMap { LanguageTag($0) }
    private static let strings = ["title", "button", "a:b"].map {
        StringID(section: "default", key: $0)
    }
    private static let people = ["ines", "mara", "tom"].map {
        Actor(name: $0, email: "\($0)@example.org")
    }
    private static let guids = ["first", "second"].map { HashedGuid($0) }

    private var random: SplitMix64
    private var keyed: [WriteRequest] = []

    init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

    /// Returns requests that create a language and some strings for the random requests.
    func makeWorld() -> [WriteRequest] {
        let actor = Self.people[0]
        let (source, french) = (Self.tags[0], Self.tags[1])
        let locale = WriteRequest("add", actor: actor) { _ in
            .addLocales([(french, LocaleAttributes(fallback: [source]))])
        }
        return [locale]
            + Self.strings.prefix(2).map { string in
                WriteRequest("define", actor: actor) { _ in
                    .addString(string, Definition(value: Value(string.key)))
                }
            }
    }

    /// Returns `count` requests, some of which repeat an earlier one with its idempotency key.
    mutating func make(_ count: Int) throws -> [WriteRequest] {
        try (0..<count).map { index in
            if random.chance(1, in: 8), let known = random.any(keyed) { return known }
            let seed = random.next()
            var request = WriteRequest(
                "work", actor: random.chance(1, in: 6) ? nil : random.pick(Self.people),
                guid: random.pick(Self.guids), isStrict: random.chance(1, in: 5)
            ) { state in
                var random = SplitMix64(seed: seed)
                return try Self.command(on: state, &random)
            }
            if random.chance(1, in: 4) {
                request.idempotency = try Workspace.idempotency("key-\(index)")
                keyed.append(request)
            }
            return request
        }
    }

    private static func command(
        on state: any StateReader, _ random: inout SplitMix64
    ) throws -> Command {
        let string = random.pick(strings)
        let locale = random.pick(tags)
        let value = Value(random.pick(["A", "B", "C {n}", "é", "e\u{301}", ""]))
        let unit = try state.unit(locale, string)
        let proposals = unit.proposals.map(\.id)
        let proposal = random.any(proposals) ?? EventID(milliseconds: 1, random: (0, 0))
        switch random.number(in: 0...27) {
        case 0, 1, 2:
            let fallback = random.chance(1, in: 2) ? ["fr", "en"] : ["en"]
            return .addLocales([
                (locale, LocaleAttributes(fallback: fallback.compactMap { LanguageTag($0) }))
            ])
        case 3: return .removeLocale(locale)
        case 4, 5, 6: return .addString(string, Definition(value: value))
        case 7:
            var edit = DefinitionEdit()
            edit.value = value
            edit.isMinor = random.chance(1, in: 2)
            return .editString(string, edit)
        case 8: return .renameString(string, to: random.pick(strings))
        case 9: return .removeString(string)
        case 10: return .carryOver(string, to: random.pick(strings), isForced: false)
        case 11: return .unsetText(locale, string)
        case 12, 13: return .setText(locale, string, value)
        case 14...17:
            return .propose(
                locale, string, ProposeOptions(value: value, isNew: random.chance(1, in: 3)))
        case 18, 19:
            return .accept(
                [proposal],
                AcceptOptions(
                    rejectsOthers: random.chance(1, in: 3), isForced: random.chance(2, in: 3)))
        case 20: return .reject([proposal], code: ReasonCode("style"), reason: "no")
        case 21: return .deleteProposals([proposal], byPerson: random.chance(1, in: 2))
        case 22: return .vouch([UnitID(locale, string)], reason: nil)
        case 23: return .flag([UnitID(locale, string)], reason: "too long")
        case 24: return .endorse([proposal], reason: nil)
        case 25: return .comment(.unit(UnitID(locale, string)), "Hm.")
        case 26:
            let events = unit.events.map(\.id)
            return .revert(
                RevertOptions(events: Array(events.suffix(1)), laterEdits: .revert))
        default:
            return .batch([
                .propose(locale, string, ProposeOptions(value: value)),
                .setText(random.pick(tags), string, value),
            ])
        }
    }
}
