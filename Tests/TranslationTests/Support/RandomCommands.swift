import TestKit
import Texts
import Translation

extension SplitMix64 {
    /// Returns a command on few strings, so that commands conflict.
    mutating func command(on state: EventLogState) -> Command {
        let string = pick([StringID.title, .title, .button])
        let locale = pick(["fr", "fr", "de", "en"] as [LanguageTag])
        let value = Value(pick(["A", "B", "C {n}", "é", "e\u{301}"]))
        let proposals = state.allEvents.filter { $0.payload.typeName == "proposal.made" }.map(\.id)
        let proposal = proposals.isEmpty ? EventID.number(1) : pick(proposals)
        let events = state.allEvents.map(\.id)
        let unit = UnitID(locale, string)
        switch number(in: 0...21) {
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
            return .propose(locale, string, ProposeOptions(value: value, isNew: chance(1, in: 4)))
        case 11, 12:
            return .accept(
                [proposal],
                AcceptOptions(rejectsOthers: chance(1, in: 3), isForced: chance(2, in: 3)))
        case 13: return .reject([proposal], code: ReasonCode("style"), reason: nil)
        case 14: return .deleteProposals([proposal], byPerson: chance(1, in: 2))
        case 15: return .vouch([unit], reason: nil)
        case 16: return .flag([unit], reason: "too long")
        case 17:
            return chance(1, in: 2)
                ? .endorse([proposal], reason: nil)
                : .comment(chance(1, in: 2) ? .proposal(proposal) : .unit(unit), "Hm.")
        case 18:
            let losers = state.subjects.flatMap { state.register(of: $0).losers }.sorted()
            return .keep([losers.isEmpty ? .number(1) : pick(losers)])
        case 19, 20:
            guard !events.isEmpty else { return .removeString(string) }
            let event = pick(events)
            return .revert(
                RevertOptions(
                    events: Array(events.drop { $0 != event }.prefix(number(in: 1...3))),
                    laterEdits: pick([.refuse, .revert, .keep])))
        default:
            return .importFiles([
                FileImport(
                    locale: locale, entries: [.init(string: string, value: value)],
                    asProposals: chance(1, in: 3), definesOrder: chance(1, in: 2))
            ])
        }
    }
}

extension EventLogState {
    /// Returns the register of a subject.
    fileprivate func register(of subject: Subject) -> Register {
        switch subject {
        case .locale(let tag): LocaleState(tag: tag, events: events(of: subject)).register
        case .setting(let name): setting(name.string).register
        case .resource(let name, let locale): resource(name.string, in: locale).register
        case .file: LocaleState(tag: "en", events: []).register
        case .unit(let locale, let string): unit(locale, string).register
        }
    }
}
