import JSON
import TestKit
import Texts
import Translation

/// Random events of every type, with every field sometimes present and sometimes not.
extension SplitMix64 {
    mutating func event(_ kind: PayloadKind) -> Event {
        var event = Event(
            id: eventID(), at: "2026-11-21T09:30:00.123Z", actor: sometimes { $0.actor() },
            locale: pick(["en", "fr", "fr-CA", "zh-Hant-TW", "con", "de-x-formal"]),
            payload: payload(kind), base: sometimes { $0.eventID() },
            over: several { $0.eventID() }, source: sometimes { $0.eventID() },
            copies: sometimes { $0.eventID() }, undoes: several { $0.eventID() },
            idempotencyKey: sometimes { $0.text() },
            meta: sometimes { random in
                JSONObject(uniqueMembers: [
                    ("po", .object(JSONObject(uniqueMembers: [("flags", ["fuzzy"])]))),
                    ("xliff", .string(random.text())), ("n", .integer(.max)),
                ])
            })
        event.section = sometimes { $0.text() }
        event.key = text()
        return event
    }

    private mutating func payload(_ kind: PayloadKind) -> Payload {
        switch kind {
        case .localeAdded:
            .localeAdded(
                LocaleAttributes(
                    name: sometimes { $0.text() }, fallback: several { _ in "pt-PT" },
                    isPlanned: chance(1, in: 2)))
        case .localeRemoved: .localeRemoved
        case .stringDefined: .stringDefined(definition())
        case .stringRemoved: .stringRemoved
        case .translationSet: .translationSet(value())
        case .translationRemoved: .translationRemoved
        case .proposalAccepted:
            .proposalAccepted(
                Acceptance(
                    proposal: eventID(), value: value(), author: sometimes { $0.actor() },
                    also: several { $0.eventID() }))
        case .settingChanged:
            .settingChanged(name: text(), value: sometimes { .array([.string($0.text()), 1]) })
        case .resourceDefined:
            .resourceDefined(
                FileResource(
                    format: sometimes { $0.text() }, path: sometimes { $0.text() },
                    skeleton: sometimes { $0.text() }, kept: sometimes { $0.text() }))
        case .fileRead:
            .fileRead(
                FileStatements(
                    format: text(),
                    marks: several { $0.pick(["a", "é", "e\u{301}", "\u{4}b", "\""]) }
                        .reduce(into: []) { keys, key in
                            if !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) {
                                keys.append(key)
                            }
                        }.map { (key: $0, mark: text()) }))
        case .translationReviewed:
            .translationReviewed(text: eventID(), reason: sometimes { $0.text() })
        case .translationFlagged:
            .translationFlagged(text: eventID(), reason: sometimes { $0.text() })
        case .proposalMade: .proposalMade(proposedText())
        case .proposalRejected: .proposalRejected(verdict())
        case .proposalDeleted: .proposalDeleted(verdict())
        case .proposalReopened: .proposalReopened(verdict())
        case .proposalEndorsed: .proposalEndorsed(verdict())
        case .commentAdded:
            .commentAdded(
                proposal: sometimes { $0.eventID() }, text: text(),
                guid: sometimes { HashedGuid($0.text()) })
        case .checkSilenced: .checkSilenced(check: text(), reason: sometimes { $0.text() })
        case .unrecognized: .unrecognized(type: kind.rawValue)
        }
    }

    mutating func value(levels: Int = Value.maximumDepth) -> Value {
        switch number(in: 0...(levels > 1 ? 5 : 1)) {
        case 2: return .choice(choice(levels: levels))
        case 3: return .list(several { $0.value(levels: levels - 1) })
        case 4:
            let names = several { $0.number(in: 0...99) }
            return .format(
                Value.Text(text()),
                Set(names).sorted().map { name in
                    Value.Variable(
                        name: "v\(name)", spec: sometimes { _ in "lld" },
                        choice: choice(levels: levels))
                })
        default: return Value(text())
        }
    }

    private mutating func choice(levels: Int) -> Value.Choice {
        let selector = pick(Value.Selector.allCases)
        let names =
            switch selector {
            case .plural, .ordinal: ["=12", "other", "one", "=0", "zero", "many", "few", "two"]
            case .select, .device, .width: ["female", "iphone", "20", "é", "e\u{301}"]
            }
        let chosen = names.shuffled(using: &self).prefix(number(in: 1...3))
        let cases = chosen.map { Value.Case($0, value(levels: levels - 1)) }
        let argument = sometimes { $0.text() }
        // The names match the selector's kind and differ, so that the choice is always valid.
        return Value.Choice(by: selector, argument: argument, cases: cases)
            ?? choice(levels: levels)
    }

    private mutating func definition() -> Definition {
        Definition(
            value: value(), comment: sometimes { $0.text() },
            maximumLength: sometimes {
                Definition.Limit(
                    count: Int64($0.number(in: 0...99)),
                    unit: $0.pick(Definition.Limit.Unit.allCases))
            },
            placeholders: several {
                Definition.Placeholder(
                    name: $0.text(), type: "int", example: $0.sometimes { $0.text() })
            },
            isTranslatable: chance(1, in: 2), order: sometimes { Int64($0.number(in: -5...5)) },
            references: several { $0.text() }, labels: several { $0.text() },
            screenshot: sometimes {
                Definition.Screenshot(url: $0.text(), sha256: $0.sometimes { $0.text() })
            },
            isMinor: chance(1, in: 2))
    }

    private mutating func proposedText() -> ProposedText {
        ProposedText(
            value: value(), guid: pick([.first, .second]), replaces: sometimes { $0.eventID() },
            note: sometimes { $0.text() },
            origin: pick([.human, .memory, .machine("x"), .reference("cldr"), .other("muse")]),
            isNew: chance(1, in: 2))
    }

    private mutating func verdict() -> Verdict {
        Verdict(
            proposal: eventID(), code: sometimes { ReasonCode($0.pick(ReasonCode.known)) },
            reason: sometimes { $0.text() }, guid: sometimes { $0.pick([.first, .second]) })
    }

    mutating func eventID() -> EventID {
        EventID(milliseconds: next(), random: (UInt16(truncatingIfNeeded: next()), next()))
    }

    private mutating func actor() -> Actor { Actor(name: text(), email: text()) }

    mutating func text() -> String {
        let pieces = [
            "a", "é", "e\u{301}", "\"", "\\", "\n", "\r\n", "\u{0}", "\u{4}", "漢", "👩‍👩‍👧", " ", "{n}",
        ]
        return several { $0.pick(pieces) }.joined()
    }

    private mutating func sometimes<Thing>(_ make: (inout SplitMix64) -> Thing) -> Thing? {
        chance(1, in: 2) ? make(&self) : nil
    }

    private mutating func several<Thing>(_ make: (inout SplitMix64) -> Thing) -> [Thing] {
        (0..<number(in: 0...3)).map { _ in make(&self) }
    }
}
