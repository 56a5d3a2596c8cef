import Compression
import HTTPTypes
import Hummingbird
import NIOCore

extension ServerResponder {
    /// The maximum size of a response that is sent in one piece and does not count towards the
    /// budget.
    private static let largestWhole = 16 << 10
    /// The size of the pieces of larger responses.
    private static let pieceSize = 64 << 10
    /// The maximum size of a response that is compressed.
    ///
    /// Compressing a larger response would occupy a thread for a tenth of a second.
    private static let largestCompressed = 4 << 20

    /// Compresses a text larger than 1 KiB with gzip if the client accepts it.
    ///
    /// Leaves streams and compressed bodies unchanged. Files kept in memory are compressed only
    /// once.
    func compress(_ response: inout Response, _ inquiry: Inquiry) async {
        let request = inquiry.request
        guard request.method != .head, response.headers[.contentEncoding] == nil,
            response.status.kind == .successful || response.status.kind == .clientError,
            let length = response.body.contentLength, (1025...Self.largestCompressed) ~= length,
            let type = response.headers[.contentType], Self.isText(type),
            ContentCoding.takesGzip(request.headers[values: .acceptEncoding])
        else { return }
        let packed: ByteBuffer
        if let shared = inquiry.record.current.sharedBytes, shared.count == length {
            guard let bytes = shared.gzip() else { return }
            packed = bytes
        } else {
            guard let buffer = await Self.buffer(of: response.body),
                let bytes = try? Gzip.compress(Array(buffer.readableBytesView))
            else { return }
            packed = ByteBuffer(bytes: bytes)
        }
        response.body = ResponseBody(byteBuffer: packed)
        response.headers[.contentEncoding] = "gzip"
        if let tag = response.headers[.eTag].flatMap(EntityTag.init) {
            response.headers[.eTag] = tag.compressed.field
        }
    }

    private static func isText(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }.lowercased()
        return essence.hasPrefix("text/") && essence != "text/event-stream"
            || essence.hasSuffix("json") || essence.hasSuffix("xml")
            || essence == "application/javascript"
    }

    /// Splits a large response into pieces, which are sent as fast as the client receives them.
    ///
    /// Throws `overloaded` if too many bytes are waiting for this client's address or for all
    /// clients.
    func sendInPieces(_ response: inout Response, _ inquiry: Inquiry) async throws(Problem) {
        guard let length = response.body.contentLength, length > Self.largestWhole,
            inquiry.method != .head, let buffer = await Self.buffer(of: response.body)
        else { return }
        let lease = budget.hold(buffer, for: inquiry.record.current.address)
        // If a write has already been executed, its response can no longer be refused.
        guard lease != nil || !inquiry.isRead else {
            throw Problem(
                .overloaded, "Too many responses are waiting to be read.",
                hint: "Read the pending responses, then try again.",
                onPages: .init("The server is busy.", hint: "Try again in a moment."),
                headers: [.retryAfter: "5"])
        }
        response.body = ResponseBody(contentLength: length) { writer in
            defer { withExtendedLifetime(lease) {} }
            var rest = buffer
            while rest.readableBytes > 0,
                let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceSize))
            {
                // The call returns when the connection has room for more.
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// Returns the bytes of a body, without copying them if the body is a single buffer.
    private static func buffer(of body: ResponseBody) async -> ByteBuffer? {
        let collector = BodyCollector()
        guard (try? await body.write(collector)) != nil else { return nil }
        return collector.bytes
    }
}

/// Collects the bytes that a body writes.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws {
        if bytes.readableBytes == 0 {
            bytes = buffer
        } else {
            bytes.writeImmutableBuffer(buffer)
        }
    }

    func finish(_ trailers: HTTPFields?) async throws {}
}
