import JSON
import Machine
import Synchronization
import Workspace

/// The hour of each token's last use.
///
/// The file `token-use.jsonl`, next to the token file, has one line per token. It is for
/// information only: unreadable lines are skipped, and a crash loses the hours not yet written. It
/// never has more lines than there are tokens.
package final class TokenUse: Sendable {
    private struct State {
        var hours: [String: Int64]
        var isChanged = false
    }

    private static let hour: Int64 = 3_600_000
    private let directory: String
    private let state: Mutex<State>

    /// Reads the hours that are stored in a state directory.
    package init(directory: String) {
        self.directory = directory
        state = Mutex(State(hours: Self.hours(in: directory)))
    }

    /// Returns the hour of each token's last use, in Unix milliseconds, keyed by token id.
    package static func hours(in directory: String) -> [String: Int64] {
        let path = path(in: directory)
        guard let bytes = try? PrivateFile.read(path, upTo: TokenFile.maximumSize) else {
            return [:]
        }
        var hours: [String: Int64] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let object = (try? JSONValue.parse(line))?.objectValue,
                let id = object["id"]?.stringValue, TokenID.isID(id),
                let used = object["used"]?.stringValue.flatMap(Timestamp.milliseconds)
            else { continue }
            hours[id] = used
        }
        return hours
    }

    /// Records the use of a token.
    ///
    /// `id` must be the id of an existing token, so that the token file bounds the memory used.
    package func note(_ id: String, at now: Int64) {
        let used = now - (now % Self.hour + Self.hour) % Self.hour
        state.withLock { state in
            guard state.hours[id].map({ $0 < used }) ?? true else { return }
            state.hours[id] = used
            state.isChanged = true
        }
    }

    /// Writes the file if an hour has changed, and drops deleted tokens.
    ///
    /// Throws a `Refusal` if the file cannot be written.
    ///
    /// The server calls this every minute and when it stops.
    package func save(keeping tokens: TokenSet) throws {
        let ids = Set(tokens.tokens.map(\.id))
        let hours: [String: Int64]? = state.withLock { state in
            guard state.isChanged else { return nil }
            state.isChanged = false
            state.hours = state.hours.filter { ids.contains($0.key) }
            return state.hours
        }
        guard let hours else { return }
        do {
            let path = Self.path(in: directory)
            let lines = hours.sorted { $0.key < $1.key }.flatMap { id, used in
                CanonicalJSON.encode {
                    $0.add("id", id)
                    $0.add("used", Timestamp.text(milliseconds: used))
                } + [UInt8(ascii: "\n")]
            }
            try StateDirectory.hold(directory, patience: 1000) {
                try PrivateFile.replace(path, with: lines)
            }
        } catch {
            state.withLock { $0.isChanged = true }
            throw error
        }
    }

    private static func path(in directory: String) -> String { directory + "/token-use.jsonl" }
}
