import NIOCore
import NIOPosix

/// A client that sends bytes as they are, even invalid ones.
struct RawClient {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    let channel: any Channel
    /// The received text that was not yet returned.
    private var received = ""

    /// Connects to a port of the loopback, and closes the connection after `body`.
    ///
    /// A client that `isDeaf` reads nothing.
    static func with<Result: Sendable>(
        port: Int, isDeaf: Bool = false, _ body: (inout RawClient) async throws -> Result
    ) async throws -> Result {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: !isDeaf)
            .channelOption(.allowRemoteHalfClosure, value: true)
            // Otherwise the system would buffer megabytes for a client that reads nothing.
            .channelOption(.socketOption(.so_rcvbuf), value: isDeaf ? 4_096 : 1 << 20)
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(
                        inboundType: ByteBuffer.self, outboundType: ByteBuffer.self))
            }
        }
        return try await channel.executeThenClose { inbound, outbound in
            var client = RawClient(
                inbound: inbound.makeAsyncIterator(), outbound: outbound, channel: channel.channel)
            return try await body(&client)
        }
    }

    private init(
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, channel: any Channel
    ) {
        self.inbound = inbound
        self.outbound = outbound
        self.channel = channel
    }

    /// Sends bytes.
    ///
    /// A closed connection is not an error, because the server may reject invalid requests early.
    func send(_ text: String) async {
        try? await outbound.write(ByteBuffer(string: text))
    }

    /// Closes the sending side.
    func finish() async { try? await channel.close(mode: .output) }

    /// Reads until `end` arrives, and returns everything up to its end.
    mutating func read(until end: String) async throws -> String {
        while true {
            if let range = received.firstRange(of: end) {
                let text = String(received[..<range.upperBound])
                received.removeSubrange(..<range.upperBound)
                return text
            }
            guard let bytes = try await inbound.next() else { throw Closed(received: received) }
            received += String(buffer: bytes)
        }
    }

    /// Reads until the server closes the connection or resets it.
    ///
    /// A reset is an end, too.
    mutating func readToEnd() async -> String {
        while let bytes = try? await inbound.next() { received += String(buffer: bytes) }
        return received
    }

    /// The connection ended before the expected text.
    struct Closed: Error { let received: String }
}
