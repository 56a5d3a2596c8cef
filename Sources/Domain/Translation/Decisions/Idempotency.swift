import JSON
import Texts

/// An idempotency key.
///
/// Repeating the same command with the same key has no further effect.
///
/// The key of each event is derived from this key, the command and the event's subject:
/// `KEY/WISH/ABOUT`. The events of one command are therefore not aliases of each other, and the
/// same command gets the same keys in two clones. A different command that reuses the key is
/// refused.
public struct Idempotency: Sendable {
    /// The key as the client sent it.
    public let key: String
    /// A hash function whose result has at least 17 bytes, such as SHA-256.
    let digest: @Sendable ([UInt8]) -> [UInt8]

    /// The maximum length of a key, in characters.
    public static let maximumLength = 128

    private static let commandLength = 10
    private static let identityLength = 16

    /// Creates a key.
    ///
    /// Throws a refusal unless the key consists of 1 to ``maximumLength`` visible ASCII characters.
    public init(
        key: String, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws(Refusal) {
        guard (1...Self.maximumLength).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Refusal(
                .invalidValue,
                "An idempotency key must have 1 to \(Self.maximumLength) visible ASCII characters.",
                hint: "Use a UUID.")
        }
        self.key = key
        self.digest = digest
    }

    /// The prefix of all stored keys that are derived from this key.
    var prefix: String { key + "/" }

    /// Returns true if a stored key was derived from this key.
    func made(_ stored: String) -> Bool {
        stored.utf8.count == key.utf8.count + Self.commandLength + Self.identityLength + 2
            && stored.utf8.starts(with: prefix.utf8)
    }

    /// Returns the prefix of the stored keys of a command's events.
    func prefix(of command: Command) -> String {
        prefix + text([Self.bytes(command.fingerprint)], Self.commandLength) + "/"
    }

    /// Sets the idempotency keys of a command's events.
    func stamp(_ events: inout [Event], of command: Command) {
        let prefix = prefix(of: command)
        var counts: [[UInt8]: Int] = [:]
        for index in events.indices {
            let identity = Self.bytes(events[index].identityKey)
            // Several events about the same subject are numbered in order.
            let number = counts[identity, default: 0]
            counts[identity] = number + 1
            events[index].idempotencyKey =
                prefix + text([identity, Array("\(number)".utf8)], Self.identityLength)
        }
    }

    private func text(_ parts: [[UInt8]], _ length: Int) -> String {
        let hash = digest(Array(parts.joined(separator: [0])))
        return String(HashedGuid(digest: hash).rawValue.prefix(length))
    }

    private static func bytes(_ json: JSONValue) -> [UInt8] { CanonicalJSON.encode(json) }
}

extension Event {
    /// The event's type and subject, without its content.
    ///
    /// The same decision has the same identity in every clone.
    fileprivate var identityKey: JSONValue {
        .object { members in
            members.add("type", payload.typeName)
            members.add("locale", locale.rawValue)
            members.add("section", section)
            members.add("key", key)
            members.add("proposal", payload.proposal?.description)
            if case .settingChanged(let name, _) = payload { members.add("name", name) }
            if case .checkSilenced(let check, _) = payload { members.add("check", check) }
        }
    }
}

extension Decider {
    /// Returns the events that the same command already wrote under the same key.
    ///
    /// Throws a refusal if the key was used for another command. Aliases are replaced by their
    /// canonical events.
    func repeated(_ command: Command, _ idempotency: Idempotency) throws -> [Event] {
        var owners: [Event.IdempotencyOwner] = [context.actor.map { .actor($0) } ?? .nobody]
        if let guid = context.guid { owners.append(.guid(guid)) }
        var found: [String: Event] = [:]
        let prefix = idempotency.prefix(of: command)
        let events = try owners.flatMap {
            try state.events(of: $0, withKeysBeginning: idempotency.prefix)
        }
        // States return events in arbitrary order, but the refusal must show the first event.
        for event in events.sorted(by: { $0.id < $1.id }) {
            guard let stored = event.idempotencyKey, idempotency.made(stored) else { continue }
            guard stored.utf8.starts(with: prefix.utf8) else {
                throw Refusal(
                    .idempotency,
                    "The idempotency key “\(idempotency.key)” was already used for another command: \(event.payload.typeName) \(event.id).",
                    hint: Refusal.Hint(
                        typed:
                            "`dragoman show \(event.id)` shows it; use a new key for each command.",
                        http: "Event \(event.id) has the key. Use a new key for each request.",
                        page: "Reload the page, and submit the form again."))
            }
            if let other = found[stored], other.id < event.id { continue }
            found[stored] = event
        }
        guard !found.isEmpty else { return [] }
        let own = Set(found.keys)
        // Copies of proposals, as in a rename, keep their proposers' guids, so these events have
        // other owners.
        for event in try state.events(of: nil, withKeysBeginning: prefix) {
            guard let stored = event.idempotencyKey, idempotency.made(stored),
                !own.contains(stored)
            else { continue }
            if let other = found[stored], other.id < event.id { continue }
            found[stored] = event
        }
        return found.values.sorted { $0.id < $1.id }
    }

    /// Sets the result of a command that was already executed.
    mutating func answerAgain(_ command: Command, with events: [Event]) {
        decision = Decision()
        decision.repeated = events
        guard case .importFiles = command else { return }
        // Parts that were skipped the first time are skipped again, and all other parts already
        // exist.
        var again = Decider(state: state, context: context, clock: clock)
        guard (try? again.decide(command)) != nil else { return }
        decision.tally = again.decision.tally
        decision.tally.defined = 0
        decision.tally.set = 0
        decision.tally.removed = 0
        for event in events {
            let traits = event.payload.traits
            if traits.removes {
                decision.tally.removed += 1
            } else if traits.subject == .sourceText {
                decision.tally.defined += 1
            } else if event.payload.text != nil || event.isProposal {
                decision.tally.set += 1
            }
        }
        decision.tally.unchanged = max(
            0, again.decision.tally.unchanged - decision.tally.defined - decision.tally.set)
    }
}
