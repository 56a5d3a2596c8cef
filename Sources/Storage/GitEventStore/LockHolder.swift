import Git
import Glibc

/// The process that holds a lock, if known.
///
/// It is for display only; no decision depends on it.
public struct LockHolder: Sendable, Equatable {
    /// The number of the process, or `nil` if the file does not contain that of a live process.
    public let process: Int32?
    /// The system's name for the program, such as `dragoman`.
    public let name: String?
    /// Whether it was stopped, as by Control and Z, and continues only on a signal.
    public let isStopped: Bool

    /// Looks up who wrote its number into a lock file.
    ///
    /// The file tells who took the lock last; a number that no process of this machine has is left out. Where
    /// `/proc` cannot be read, name and state are not known.
    init(lockFile path: String) {
        guard let number = Self.number(inFileAt: path), kill(number, 0) == 0 || errno == EPERM
        else {
            process = nil
            name = nil
            isStopped = false
            return
        }
        process = number
        // proc(5): the number, the name in brackets, which may itself hold brackets, and the state.
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

    /// The holder in the middle of a sentence: `process 1234 (dragoman)`.
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
