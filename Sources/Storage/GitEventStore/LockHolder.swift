import Git
import Glibc

/// The process that holds a lock, if known.
///
/// It is for display only; no decision depends on it.
public struct LockHolder: Sendable, Equatable {
    /// The process id, or `nil` if the file does not contain the id of a live process.
    public let process: Int32?
    /// The system's name for the program, such as `dragoman`.
    public let name: String?
    /// Whether the process is stopped, for example by Ctrl-Z, and continues only after a signal.
    public let isStopped: Bool

    /// Reads the process id from a lock file, and looks up the process.
    ///
    /// The file contains the id of the last process that took the lock. The id is ignored if no
    /// process on this machine has it. If `/proc` cannot be read, the name is `nil` and
    /// ``isStopped`` is false.
    init(lockFile path: String) {
        guard let number = Self.number(inFileAt: path), kill(number, 0) == 0 || errno == EPERM
        else {
            process = nil
            name = nil
            isStopped = false
            return
        }
        process = number
        // proc(5): the process id, the name in parentheses (it may itself contain parentheses), and
        // the state.
        let status = Self.text(ofFileAt: "/proc/\(number)/stat")
        let start = status?.utf8.firstIndex(of: UInt8(ascii: "("))
        let end = status?.utf8.lastIndex(of: UInt8(ascii: ")"))
        guard let status, let start, let end, start < end else {
            name = nil
            isStopped = false
            return
        }
        name = String(status[status.utf8.index(after: start)..<end])
        isStopped = ["T", "t"].contains(status[end...].dropFirst(2).first)
    }

    /// The description for use inside a sentence: `process 1234 (dragoman)`.
    public var description: String {
        guard let process else { return "another process" }
        return "process \(process)" + (name.map { " (\($0))" } ?? "")
    }

    private static func number(inFileAt path: String) -> Int32? {
        let digits = text(ofFileAt: path)?.utf8.prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return digits.flatMap { Int32(Substring($0)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func text(ofFileAt path: String) -> String? {
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
