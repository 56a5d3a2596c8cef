import Cspawn
package import Dispatch
import Foundation
import Synchronization
import Translation

/// A program whose standard input and output are pipes to this process.
///
/// The program leads a session of its own. Ending it also ends everything that it started in that
/// session. Each pipe has a thread while it is waited for, so a slow reader slows the program down,
/// and nothing is collected in memory. The program is ended when the instance is released.
package final class PipedProcess: Sendable {
    private let id: pid_t
    private let input: Int32
    private let output: Int32
    /// The file to which the program writes its errors.
    private let errors: String
    private let scratch: ScratchDirectory
    private let writing = DispatchQueue(label: "dragoman.pipe.in")
    private let reading = DispatchQueue(label: "dragoman.pipe.out")
    private let state = Mutex(State())

    private struct State {
        var isInputOpen = true
        var status: Int32?
    }

    /// Starts a program, without a terminal, and ends it after a time.
    ///
    /// Throws a ``Translation/Refusal`` if it cannot be started.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String],
        limit: DispatchTimeInterval, host: Host
    ) throws {
        scratch = try ScratchDirectory(host)
        let errors = scratch.path + "/errors"
        self.errors = errors
        let child = try PipeEnds()
        defer { child.close() }
        let own = try PipeEnds()
        defer { own.close() }
        id = try ChildProcess.spawn(
            program, arguments, environment: environment, isAttended: false
        ) { actions in
            posix_spawn_file_actions_adddup2(&actions, child.read, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, own.write, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        input = child.takeWriteEnd()
        output = own.takeReadEnd()
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in self?.end() }
    }

    deinit {
        end()
        closeInput()
        close(output)
        guard state.withLock({ $0.status == nil }) else { return }
        DispatchQueue.global().async { [id] in _ = ChildProcess.wait(for: id) }
    }

    /// Writes bytes to the program, and returns when its pipe has taken them.
    ///
    /// Bytes for a program that no longer reads are dropped: its output says why.
    package func write(_ bytes: [UInt8]) async {
        await withCheckedContinuation { done in
            writing.async { [self] in
                var rest = bytes[...]
                while !rest.isEmpty, state.withLock({ $0.isInputOpen }) {
                    let count = rest.withUnsafeBytes {
                        Glibc.write(input, $0.baseAddress, $0.count)
                    }
                    if count < 0, errno == EINTR { continue }
                    if count <= 0 { break }
                    rest = rest.dropFirst(count)
                }
                done.resume()
            }
        }
    }

    /// Tells the program that its input ends here.
    package func closeInput() {
        let wasOpen = state.withLock { state in
            defer { state.isInputOpen = false }
            return state.isInputOpen
        }
        if wasOpen { close(input) }
    }

    /// Returns the next bytes of the program's output, or nil at the end.
    package func read() async -> [UInt8]? {
        await withCheckedContinuation { done in
            reading.async { [output] in
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                var count = -1
                repeat {
                    count = Glibc.read(output, &bytes, bytes.count)
                } while count < 0 && errno == EINTR
                done.resume(returning: count > 0 ? Array(bytes[..<count]) : nil)
            }
        }
    }

    /// Ends the program and everything that it started, unless it has exited.
    package func end() {
        // Until the status is read, the id belongs to the program.
        state.withLock { state in if state.status == nil { kill(-id, SIGKILL) } }
    }

    /// Waits until the program has exited, and returns its status with the end of its errors.
    package func finish() async -> (status: Int32, errors: String) {
        while true {
            let status = state.withLock { state in
                state.status = state.status ?? ChildProcess.status(of: id)
                return state.status
            }
            if let status {
                let said = (try? Files.read(errors)) ?? []
                return (status, String(decoding: said.suffix(2_000), as: UTF8.self))
            }
            // A program whose output has ended exits within milliseconds. A cancelled task must not
            // ask without a pause.
            await withCheckedContinuation { done in
                reading.asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
            }
        }
    }
}

/// The two ends of a pipe that no other program inherits.
private final class PipeEnds {
    private(set) var read: Int32
    private(set) var write: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard cspawn_pipe(&ends) == 0 else {
            throw Refusal(
                .file, "A pipe cannot be created: \(String(cString: strerror(errno))).",
                hint: "Raise the limit of open files.")
        }
        (read, write) = (ends[0], ends[1])
    }

    func takeReadEnd() -> Int32 {
        defer { read = -1 }
        return read
    }

    func takeWriteEnd() -> Int32 {
        defer { write = -1 }
        return write
    }

    /// Closes the ends that were not taken.
    func close() {
        for end in [read, write] where end >= 0 { Glibc.close(end) }
    }
}
