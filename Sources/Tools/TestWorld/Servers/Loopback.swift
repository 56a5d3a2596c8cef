import Foundation

/// TCP sockets on 127.0.0.1.
package enum Loopback {
    /// The error thrown when a socket cannot be set up.
    package struct Failed: Error {
        let errno: Int32
    }

    /// Returns a port that is free at this moment.
    package static func freePort() throws -> UInt16 {
        let (descriptor, port) = try bound()
        close(descriptor)
        return port
    }

    /// Returns a listening socket, and its port.
    static func listener() throws -> (descriptor: Int32, port: UInt16) {
        let (descriptor, port) = try bound()
        guard listen(descriptor, 64) == 0 else {
            defer { close(descriptor) }
            throw Failed(errno: errno)
        }
        return (descriptor, port)
    }

    /// Returns a socket that is connected to a port, or `nil` if nothing listens there.
    static func connection(to port: UInt16) -> Int32? {
        guard let descriptor = try? stream() else { return nil }
        let isConnected = withAddress(port: port) { connect(descriptor, $0, $1) == 0 }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func stream() throws -> Int32 {
        // A child that inherits the socket would keep it open for the other end.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failed(errno: errno) }
        return descriptor
    }

    private static func bound() throws -> (Int32, UInt16) {
        let descriptor = try stream()
        let isBound = withAddress(port: 0) { bind(descriptor, $0, $1) == 0 }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, isKnown else {
            defer { close(descriptor) }
            throw Failed(errno: errno)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func withAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
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
