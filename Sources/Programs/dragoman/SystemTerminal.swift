import Commands
import Foundation
import Machine
import Workspace
import Synchronization

/// The terminal, or the files and pipes that replace it.
final class SystemTerminal: Terminal {
    private let environment: [String: String]
    private let failure = Mutex<Int32>(0)
    private let keyboard = Keyboard()

    /// The system's error message for lost output, or nil if none was lost.
    var outputFailure: String? {
        let number = failure.withLock { $0 }
        return number == 0 ? nil : String(cString: strerror(number))
    }

    init(environment: [String: String]) {
        self.environment = environment
    }

    var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    var columns: Int {
        if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 {
            return columns
        }
        // Messages go to standard error, even if the output goes to a file.
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                return Int(size.ws_col)
            }
        }
        return 80
    }

    func write(_ text: String) { write(bytes: Array(text.utf8)) }

    func write(bytes: [UInt8]) {
        let number = Self.write(bytes, to: STDOUT_FILENO)
        // A reader that stops early closes the pipe, which is not a failure.
        if number != 0, number != EPIPE { failure.withLock { $0 = number } }
    }

    func writeError(_ text: String) { Self.write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all bytes, and returns 0 or the system's error number.
    @discardableResult
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    func readAll(upTo limit: Int) -> [UInt8] {
        Files.read(descriptor: STDIN_FILENO, upTo: limit) ?? []
    }

    func readPart() -> [UInt8] {
        let size = 1 << 16
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            while true {
                let count = Foundation.read(STDIN_FILENO, buffer.baseAddress, size)
                if count < 0, errno == EINTR { continue }
                return Array(buffer.prefix(max(0, count)))
            }
        }
    }

    func awaitKeys() { keyboard.enter() }

    func dropPendingKeys() { keyboard.dropPending() }

    var uptime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    func readKey() -> Key { keyboard.readKey() }

    func settle() { keyboard.leave() }

    func whileCancellable<Result>(
        _ body: (@escaping () -> Bool) throws -> Result
    ) rethrows -> Result {
        EndingSignals.watch()
        defer { EndingSignals.release() }
        return try body { EndingSignals.hasCome }
    }

    /// `vi`, which is Git's fallback, if it is installed and the terminal supports it.
    private var usualEditor: String? {
        guard let terminal = environment["TERM"], terminal != "dumb" else { return nil }
        let directories = (environment["PATH"] ?? "").split(separator: ":")
        return directories.contains { access("\($0)/vi", X_OK) == 0 } ? "vi" : nil
    }

    func edit(_ text: [UInt8], with editor: String?) throws -> [UInt8] {
        settle()
        let editors = [editor] + ["VISUAL", "EDITOR"].map { environment[$0] } + [usualEditor]
        guard let editor = editors.compactMap(\.self).first(where: { !$0.isEmpty })
        else { throw EditorFailure("No editor is set, and vi is not installed.") }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("dragoman-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(text).write(to: file)
            // As in Git, the editor may be a command with arguments. `system` keeps the child in
            // the foreground. With Foundation's `Process`, the child would be in the background,
            // and would be stopped.
            let status = system("\(editor) '\(file.path)'")
            guard status == 0 else { throw EditorFailure("The editor “\(editor)” failed.") }
            return Array(try Data(contentsOf: file))
        } catch let failure as EditorFailure {
            throw failure
        } catch {
            throw EditorFailure("The editor “\(editor)” could not be started.")
        }
    }

    func stream(
        isPaged: Bool, _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        settle()
        let pager =
            environment["DRAGOMAN_PAGER"] ?? environment["GIT_PAGER"] ?? environment["PAGER"]
        guard isPaged, isInteractive, pager != "", pager != "cat" else {
            return try streamPlainly(produce)
        }
        // These are Git's own options: quit if the text fits on one screen, keep colours, leave the
        // text on the screen.
        setenv("LESS", "FRX", 0)
        // `popen` keeps the child in the foreground. With Foundation's `Process`, the child would
        // be in the background, and would be stopped.
        guard let pipe = popen(pager ?? "less", "w") else { return try streamPlainly(produce) }
        defer { pclose(pipe) }
        try produce { bytes in fwrite(bytes, 1, bytes.count, pipe) == bytes.count }
    }

    /// The number of bytes that are collected before each write.
    private static let bufferSize = 1 << 16

    private func streamPlainly(
        _ produce: (_ write: ([UInt8]) -> Bool) throws -> Void
    ) rethrows {
        var buffer: [UInt8] = []
        var isRead = true
        func flush() {
            let number = Self.write(buffer, to: STDOUT_FILENO)
            if number != 0 { isRead = false }
            if number != 0, number != EPIPE { failure.withLock { $0 = number } }
            buffer.removeAll(keepingCapacity: true)
        }
        defer { if isRead { flush() } }
        try produce { bytes in
            buffer += bytes
            if buffer.count >= Self.bufferSize { flush() }
            return isRead
        }
    }
}
