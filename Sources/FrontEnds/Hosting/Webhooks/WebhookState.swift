import JSON
import Machine
package import Translation
import Workspace

/// The progress of a webhook, as stored in the state directory.
package struct WebhookState: Sendable, Equatable {
    /// The commit whose events have all been delivered.
    package var after: String
    /// The commit whose events are being delivered, and the last of them that was delivered.
    ///
    /// The target is fixed before its first event is sent. Events with smaller ids may arrive from
    /// elsewhere at any time; they belong to the next target.
    package var target: String?
    package var delivered: EventID?
    /// The number of failed attempts for the next event.
    package var failures = 0
    /// The time of the next attempt after a failure, in Unix milliseconds.
    package var next: Int64?
    /// The reason why nothing is sent until an operator changes that; nil if the webhook is on.
    package var off: String?

    /// Creates the state of a webhook that has delivered everything up to a commit.
    package init(after commit: String) { after = commit }

    /// Records that an event was delivered.
    mutating func deliver(_ id: EventID) {
        delivered = id
        (failures, next) = (0, nil)
    }

    /// The pauses after failed attempts, in milliseconds; after the last one, the webhook is off.
    static let pauses: [Int64] = {
        let minute: Int64 = 60_000
        let hour = 60 * minute
        return [
            5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour,
            24 * hour,
        ]
    }()

    /// Records a failed attempt at a time in Unix milliseconds.
    ///
    /// The pause varies by ± 10 %, given by `variation` between 0 and 1. A receiver may ask for a
    /// longer pause, but not for more than a day.
    mutating func fail(
        _ reason: String, at now: Int64, variation: Double, retryAfter: Int64? = nil
    ) {
        failures += 1
        guard failures <= Self.pauses.count else { return turnOff(reason) }
        let pause = Double(Self.pauses[failures - 1]) * (0.9 + 0.2 * variation)
        let wanted = min(retryAfter ?? 0, 86_400_000)
        next = now + max(Int64(pause), wanted)
    }

    /// Sends again, beginning with the next event that was not delivered.
    mutating func turnOn() { (failures, next, off) = (0, nil, nil) }

    /// Stops sending, until an operator turns the webhook on again.
    mutating func turnOff(_ reason: String) {
        off = reason
        next = nil
    }
}

/// The file with the progress of a webhook: `webhooks/NAME.json` in the state directory.
package struct WebhookFile: Sendable {
    private let stateDirectory: String
    let path: String
    private static let maximumSize = 64 << 10

    package init(_ name: String, in stateDirectory: String) {
        self.stateDirectory = stateDirectory
        path = stateDirectory + "/webhooks/\(name).json"
    }

    /// Returns the stored state, or nil if the webhook has not started yet.
    ///
    /// Throws a ``Translation/Refusal`` if the file cannot be read or is damaged.
    package func read() throws -> WebhookState? {
        guard let bytes = try PrivateFile.read(path, upTo: Self.maximumSize) else { return nil }
        guard let state = WebhookState(bytes) else {
            throw Refusal(
                .invalidFile, "\(path) is damaged.",
                hint: .typed("Set the webhook's position with `dragoman webhook replay --after`."))
        }
        return state
    }

    /// Replaces the state; it is on disk when this returns.
    ///
    /// Returns false and writes nothing if the stored state is not `old`, because an operator may
    /// have changed it meanwhile.
    package func replace(_ old: WebhookState?, with new: WebhookState) throws -> Bool {
        try hold {
            guard try read() == old else { return false }
            try PrivateFile.replace(path, with: new.bytes)
            return true
        }
    }

    /// Replaces the state, whatever is stored.
    package func write(_ state: WebhookState) throws {
        try hold { try PrivateFile.replace(path, with: state.bytes) }
    }

    private func hold<Result>(_ body: () throws -> Result) throws -> Result {
        try PrivateFile.makeDirectory(stateDirectory)
        return try StateDirectory.hold(stateDirectory, patience: 10_000) {
            try PrivateFile.makeDirectory(stateDirectory + "/webhooks")
            return try body()
        }
    }
}

extension WebhookState {
    fileprivate var bytes: [UInt8] {
        CanonicalJSON.encode {
            $0.add("after", after)
            $0.add("delivered", delivered?.description)
            if failures > 0 { $0.add("failures", failures) }
            $0.add("next", next.map { Timestamp.text(milliseconds: $0) })
            $0.add("off", off)
            $0.add("target", target)
        } + [UInt8(ascii: "\n")]
    }

    fileprivate init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONValue.parse(bytes))?.objectValue,
            let after = object["after"]?.stringValue
        else { return nil }
        self.init(after: after)
        target = object["target"]?.stringValue
        off = object["off"]?.stringValue
        if let value = object["delivered"] {
            guard let id = value.stringValue.flatMap({ EventID($0) }) else { return nil }
            delivered = id
        }
        if let value = object["failures"] {
            guard let count = value.integerValue else { return nil }
            failures = Int(count)
        }
        if let value = object["next"] {
            guard let time = value.stringValue.flatMap(Timestamp.milliseconds) else { return nil }
            next = time
        }
    }
}
