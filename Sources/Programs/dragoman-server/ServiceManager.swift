import Foundation

/// Reports the state of the program to systemd, if it was started with `Type=notify`.
struct ServiceManager: Sendable {
    private let path: String?

    init(environment: [String: String]) { path = environment["NOTIFY_SOCKET"] }

    /// Sends a state such as `READY=1`; does nothing if systemd is not listening.
    func say(_ state: String) {
        guard let path, path.utf8.count < 107, path.hasPrefix("/") || path.hasPrefix("@") else {
            return
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A leading “@” stands for NUL, which starts an abstract socket name outside the file
        // system.
        let bytes = Array(path.utf8).enumerated().map { $0 == 0 && $1 == 0x40 ? 0 : $1 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let message = Array(state.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                _ = sendto(descriptor, message, message.count, 0, name, length)
            }
        }
    }
}
