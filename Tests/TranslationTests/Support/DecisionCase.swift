import Checks
import JSON
import TestKit
import Testing
import Texts
import Translation

/// Given events, when a command is given, then these events follow, or a refusal.
struct DecisionCase: CustomTestStringConvertible, Sendable {
    let name: String
    let given: [Event]
    let command: Command
    let actor: Actor?
    let guid: HashedGuid?
    let outcome: Outcome

    /// The outcome of a command.
    enum Outcome: Sendable {
        /// These events, each in the form of ``words(of:given:new:)``.
        case events([String])
        /// No events, since there is nothing to do.
        case nothing
        /// A refusal of this kind.
        case refused(Refusal.Code)
    }

    /// Creates a case; by default, Ravi decides with the guid `second`.
    init(
        _ name: String, given: [Event] = [], when command: Command, by actor: Actor? = .ravi,
        guid: HashedGuid? = .second, then outcome: Outcome
    ) {
        self.name = name
        self.given = given
        self.command = command
        self.actor = actor
        self.guid = guid
        self.outcome = outcome
    }

    var testDescription: String { name }

    /// Decides, compares, and expects that the new events can be stored and folded.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let state = EventLogState(project: .app, events: given)
        do {
            let decision = try Self.decide(command, state, by: actor, guid: guid)
            let new = decision.events.map(\.id)
            let words = decision.events.map { Self.words(of: $0, new: new) }
            switch outcome {
            case .events(let expected):
                #expect(words == expected, "\(name)", sourceLocation: sourceLocation)
            case .nothing: #expect(words == [], "\(name)", sourceLocation: sourceLocation)
            case .refused(let code):
                Issue.record("\(code) expected, not \(words).", sourceLocation: sourceLocation)
            }
            try checkStorable(decision.events)
        } catch let refusal as Refusal {
            guard case .refused(refusal.code) = outcome else {
                Issue.record("\(refusal.code): \(refusal.message)", sourceLocation: sourceLocation)
                return
            }
            #expect(refusal.message.hasSuffix(".") || refusal.message.hasSuffix("”"))
            #expect(refusal.hint.typed.hasSuffix("."), "\(refusal.hint)")
        }
    }

    /// Expects that new events are read back from their lines, with increasing ids, greater than
    /// all given ones.
    private func checkStorable(_ events: [Event]) throws {
        for event in events {
            guard case .event(let back) = try Event.read(line: event.line) else { continue }
            #expect(back == event)
            #expect(event.actor == actor)
            #expect(event.over == event.over.sorted())
        }
        let ids = (given.map(\.id).max().map { [$0] } ?? []) + events.map(\.id)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// Decides at a fixed time with a seeded generator.
    static func decide(
        _ command: Command, _ state: EventLogState, by actor: Actor? = .ravi,
        guid: HashedGuid? = .second, seed: Int = 1
    ) throws -> Decision {
        let context = context(actor, guid)
        var clock = clock(after: state, seed: seed)
        return try Translation.decide(command, state: state, context: context, clock: &clock)
    }

    /// Decides imports file by file, like ``decide(_:_:by:guid:seed:)``, which decides them at
    /// once.
    static func importDecider(
        _ state: EventLogState
    ) -> ImportDecider<EventLogState, SplitMix64> {
        ImportDecider(
            state: state, context: context(.ravi, .second), clock: clock(after: state, seed: 1))
    }

    private static func context(_ actor: Actor?, _ guid: HashedGuid?) -> DecisionContext {
        DecisionContext(
            actor: actor, guid: guid, at: "2026-11-21T09:30:00.123Z",
            pluralCategories: { tag in
                PluralCategories(
                    cardinal: tag == "ja" ? ["other"] : ["one", "other"], ordinal: ["other"])
            },
            width: { $0.unicodeScalars.count }, checks: { _ in Checks.common })
    }

    private static func clock(
        after state: EventLogState, seed: Int
    ) -> EventClock<SplitMix64> {
        EventClock(last: state.allEvents.last?.id, now: 1000, random: SplitMix64(seed: seed))
    }

    /// Returns an event as `type language section:key field=value …`, with ids as `#NUMBER`, and
    /// new ones as `+POSITION`.
    ///
    /// Version, id, time, actor, and the section `default` are omitted.
    static func words(of event: Event, new: [EventID]) -> String {
        let name = [event.section.flatMap { $0 == "default" ? nil : $0 }, event.key]
            .compactMap(\.self).joined(separator: ":")
        var words = [event.payload.typeName, event.locale.rawValue] + (name.isEmpty ? [] : [name])
        let left = ["v", "id", "at", "actor", "type", "locale", "section", "key"]
        for member in event.json.objectValue?.members ?? [] where !left.contains(member.key) {
            words.append("\(member.key)=\(text(member.value, new))")
        }
        return words.joined(separator: " ")
    }

    private static func text(_ value: JSONValue, _ new: [EventID]) -> String {
        switch value {
        case .array(let values): return "[\(values.map { text($0, new) }.joined(separator: ","))]"
        case .string(let string):
            guard let id = EventID(string) else { return string }
            return new.firstIndex(of: id).map { "+\($0 + 1)" } ?? "#\(id.number)"
        case .object(let object) where object["email"] != nil:
            return object["name"]?.stringValue ?? ""
        default: return String(decoding: CanonicalJSON.encode(value), as: UTF8.self)
        }
    }
}
