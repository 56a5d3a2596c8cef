import Foundation
import Machine

/// An HTTP/1.1 client on the loopback, with one connection and one request at a time.
package final class LoopbackClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// A response.
    package struct Answer: Sendable {
        /// The status code.
        package let status: Int
        /// The header fields by lowercase name; if a name is repeated, its last value applies.
        package let headers: [String: String]
        /// The body.
        package let body: String
    }

    /// The error thrown when the server closes or refuses the connection.
    package struct Closed: Error {}

    /// Connects to a port, and throws ``Closed`` if nothing listens there.
    package init(port: UInt16) throws {
        guard let descriptor = Loopback.connection(to: port) else { throw Closed() }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends a request and returns its response.
    package func exchange(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) throws -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"]
        if let body {
            lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        }
        lines += headers.map { "\($0): \($1)" }
        try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return try receive()
    }

    /// Sends a text as it is.
    package func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // A closed connection must not end this process with SIGPIPE.
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Closed() }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for a response.
    package func receive() throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        while received.firstRange(of: end) == nil { try fill() }
        guard let place = received.firstRange(of: end) else { throw Closed() }
        let head = String(decoding: received[..<place.lowerBound], as: UTF8.self)
        received.removeSubrange(..<place.upperBound)
        let lines = head.components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                .trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while received.count < length { try fill() }
        let body = String(decoding: received.prefix(length), as: UTF8.self)
        received.removeFirst(length)
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Closed() }
        return Answer(status: status, headers: headers, body: body)
    }

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Closed() }
        received += buffer.prefix(count)
    }
}
