#if canImport(Glibc)
import Glibc
import Synchronization

/// A program that can be started repeatedly, and its idle processes.
final class EngineProgram: Sendable {
    let engine: String
    let silenceLimit: Duration
    let environment: [String: String]

    /// The idle processes, keyed by their purpose.
    private let idle = Mutex<[String: EngineProcess]>([:])

    init(engine: String, environment: [String: String], silenceLimit: Duration) {
        self.engine = engine
        self.environment = environment
        self.silenceLimit = silenceLimit
    }

    deinit { endIdle() }

    /// Returns the path of a program, or nil if the program is not found.
    ///
    /// A name without a slash is looked up in the environment's `PATH`.
    func path(of program: String) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        return (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a conversation with an idle process, or with a new process from `start`.
    ///
    /// Afterwards, keeps the process for the next conversation. If the conversation throws or
    /// leaves unread output, ends the process instead.
    func converse(
        _ key: String, start: () throws -> EngineProcess,
        _ body: (inout EngineConversation) async throws -> Void
    ) async throws {
        try Task.checkCancellation()
        let kept = idle.withLock { $0.removeValue(forKey: key) }
        let process = if let kept, kept.isRunning { kept } else { try start() }
        var conversation = EngineConversation(process, engine, silenceLimit)
        do {
            try await body(&conversation)
        } catch {
            process.end()
            throw error
        }
        guard conversation.isSettled, process.isRunning else { return process.end() }
        let former = idle.withLock { idle in
            defer { idle[key] = process }
            return idle[key]
        }
        former?.end()
    }

    /// Ends the idle processes.
    func endIdle() {
        let ended = idle.withLock { idle in
            defer { idle = [:] }
            return Array(idle.values)
        }
        ended.forEach { $0.end() }
    }

    /// The ids of the idle processes.
    var idleProcesses: [pid_t] { idle.withLock { $0.values.map(\.id).sorted() } }
}

/// A conversation with a process, in frames that each end with a delimiter byte.
struct EngineConversation {
    /// The maximum number of bytes in an answer.
    private static let largestFrame = 1 << 24

    private let process: EngineProcess
    private let engine: String
    private let limit: Duration
    private var unread: [UInt8] = []
    /// The number of bytes in `unread` that are known to contain no delimiter.
    private var searched = 0

    init(_ process: EngineProcess, _ engine: String, _ limit: Duration) {
        self.process = process
        self.engine = engine
        self.limit = limit
    }

    /// True if all output was read as frames.
    var isSettled: Bool { unread.isEmpty }

    func send(_ bytes: [UInt8]) { process.send(bytes) }

    /// Returns the next frame, without its delimiter byte.
    ///
    /// Throws an error that explains how the process failed.
    mutating func frame(endedBy end: UInt8) async throws -> [UInt8] {
        while true {
            if let place = unread[searched...].firstIndex(of: end) {
                defer {
                    unread.removeSubrange(...place)
                    searched = 0
                }
                return Array(unread[..<place])
            }
            searched = unread.count
            guard unread.count < Self.largestFrame else {
                throw TranslationError.engineGarbled.because(
                    "The engine “\(engine)” sent an answer of more than \(Self.largestFrame >> 20) MB."
                )
            }
            guard let bytes = try await process.receive(within: limit) else {
                let failure = process.failure(of: engine, limit: limit)
                guard !unread.isEmpty, TranslationError.engineEnded ~= failure else {
                    throw failure
                }
                throw TranslationError.engineGarbled.because(
                    "\(failure.reason) Its last answer is incomplete.")
            }
            unread += bytes
        }
    }
}
#endif
