import Foundation

/// A server of Git's own protocol on a free port of the loopback, which serves and takes everything below a
/// directory, and ends with the value.
public final class GitDaemon: Sendable {
    /// The address of the directory, as `git://127.0.0.1:4711`.
    public let url: String
    private let process: pid_t

    /// Starts a server for a directory and waits until it answers.
    public init(serving directory: String) throws {
        for _ in 0..<20 {
            let port = try Self.freePort()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/lib/git-core/git-daemon")
            process.arguments = [
                "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(directory)", "--export-all",
                "--enable=receive-pack", "--reuseaddr", directory,
            ]
            process.environment = [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
                "HOME": directory, "LC_ALL": "C", "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_CONFIG_SYSTEM": "/dev/null",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try Sandbox.withAllSignals { try process.run() }
            if Self.answers(port, while: process) {
                url = "git://127.0.0.1:\(port)"
                self.process = process.processIdentifier
                return
            }
            // Somebody else took the port meanwhile.
            process.terminate()
            process.waitUntilExit()
        }
        throw NoServer()
    }

    deinit { kill(process, SIGTERM) }

    /// No server could be started.
    public struct NoServer: Error {}

    /// A port of the loopback that nobody listens on at this moment.
    public static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw NoServer() }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }

    private static func answers(_ port: UInt16, while process: Process) -> Bool {
        for _ in 0..<500 {
            guard process.isRunning else { return false }
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isConnected { return true }
            usleep(10_000)
        }
        return false
    }
}
