import Foundation
import Glibc
import Machine

/// The program `dragoman-server` on the loopback, without limits for testers.
final class ServedProject {
    let port: UInt16
    /// The time from the start until the server was ready, in seconds.
    let secondsToReady: Double
    /// The file with the server's log.
    let log: String
    private let process: pid_t

    /// Starts the server in the directory of a project, and waits until it is ready.
    convenience init(_ directory: String, program: String, scratch: ScratchDirectory) throws {
        try self.init(serving: ["--directory", directory], program: program, scratch: scratch)
    }

    /// Starts the server with arguments that name its projects, and waits until it is ready.
    init(serving arguments: [String], program: String, scratch: ScratchDirectory) throws {
        port = try Self.freePort()
        log = "\(scratch.path)/server-\(port).log"
        let limits = [
            "testerRate=1000000/s", "addressWriteRate=1000000/s", "addressReadRate=1000000/s",
            "openProposals=1000000", "dailyProposals=100000000",
        ].map { $0.split(separator: "=").map(String.init) }
        let settings =
            [
                ["server.listen", "127.0.0.1:\(port)"],
                ["server.state", scratch.path + "/state-\(port)"],
            ] + limits.map { ["limits." + $0[0], $0[1]] }
        let begin = ContinuousClock.now
        process = try Processes.start(
            [program] + arguments
                + settings.flatMap { ["--set", $0[0], $0[1], "--set"] },
            streams: Streams(errors: log))
        while try Self.status(of: "/health/ready", at: port) != 200 {
            guard (ContinuousClock.now - begin).inSeconds < 120 else {
                Glibc.kill(process, SIGKILL)
                let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                throw RecipeFailure(reason: "the server is not ready: \(said.suffix(500))")
            }
            usleep(500)
        }
        secondsToReady = (ContinuousClock.now - begin).inSeconds
    }

    /// The current resident set in MiB.
    var memory: Double { (figure("VmRSS:", in: "status") ?? 0) / 1024 }

    /// The memory in MiB, with the process's share of memory that it shares with others.
    var proportionalMemory: Double { (figure("Pss:", in: "smaps_rollup") ?? 0) / 1024 }

    var threads: Double { figure("Threads:", in: "status") ?? 0 }

    var descriptors: Double {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        return Double(names?.count ?? 0)
    }

    /// The processor time that the server has used so far, in seconds.
    var processorSeconds: Double {
        // The name in parentheses may contain spaces; the times are the 12th and 13th field after
        // it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
        let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func text(_ file: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)) ?? ""
    }

    /// Returns the number after a label in a file about the process.
    private func figure(_ label: String, in file: String) -> Double? {
        let line = text(file).split(separator: "\n").first { $0.hasPrefix(label) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
    }

    /// Shuts the server down.
    func stop() {
        Glibc.kill(process, SIGTERM)
        _ = Processes.wait(for: process, since: .now)
    }

    /// Starts a process that kills the server some seconds later, and returns its id.
    func kill(after seconds: Int) throws -> pid_t {
        try Processes.start(["sh", "-c", "sleep $0; kill -KILL $1", "\(seconds)", "\(process)"])
    }

    /// Requests a path, and returns the time until the whole response was received, in seconds.
    func seconds(of path: String) throws -> Double {
        let begin = ContinuousClock.now
        let answer = try Self.exchange(path, at: port)
        guard answer.hasPrefix("HTTP/1.1 200 ") else {
            throw RecipeFailure(reason: "\(path): \(answer.prefix(300))")
        }
        return (ContinuousClock.now - begin).inSeconds
    }

    /// Returns the tag of the response at a path.
    func tag(of path: String) throws -> String {
        let head = try Self.exchange(path, at: port)
        guard let range = head.range(of: "ETag: ") else {
            throw RecipeFailure(reason: "\(path) has no tag: \(head.prefix(300))")
        }
        return String(head[range.upperBound...].prefix { !$0.isNewline })
    }

    private static func status(of path: String, at port: UInt16) throws -> Int? {
        try exchange(path, at: port).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// Returns the response received before the server closes the connection.
    ///
    /// Returns an empty text if no server listens on the port.
    private static func exchange(_ path: String, at port: UInt16) throws -> String {
        let descriptor = try stream()
        defer { close(descriptor) }
        guard withAddress(port, { connect(descriptor, $0, $1) }) == 0 else { return "" }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard write(descriptor, request, request.count) == request.count else { return "" }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            answer += buffer.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = try stream()
        defer { close(descriptor) }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown =
            withAddress(0, { bind(descriptor, $0, $1) }) == 0
            && withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length) == 0
                }
            }
        guard isKnown else { throw RecipeFailure(reason: "no port available on the loopback") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func stream() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw RecipeFailure(reason: "no socket available") }
        return descriptor
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
