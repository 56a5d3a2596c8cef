import NIOCore
import NIOPosix
import Synchronization

/// A receiver of webhooks on a port of the loopback, which answers with prepared bytes.
final class Receiver: Sendable {
    /// The behaviour after a request has arrived.
    enum Behaviour: Sendable {
        /// Sends these bytes, and closes the connection.
        case bytes(String)
        /// Sends these bytes, and then chunks without an end.
        case endless(String)
        /// Sends these bytes, and nothing else.
        case silent(String)
    }

    private let channel: any Channel
    private let received: Received

    final class Received: Sendable {
        let requests = Mutex<[String]>([])
    }

    private init(_ channel: any Channel, _ received: Received) {
        self.channel = channel
        self.received = received
    }

    static func start(_ behaviour: Behaviour) async throws -> Receiver {
        let received = Received()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(behaviour, received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return Receiver(channel, received)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// The requests that arrived, each with its body.
    var requests: [String] { received.requests.withLock { $0 } }

    func close() { channel.close(promise: nil) }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let behaviour: Behaviour
        private let received: Received
        private var text = ""

        init(_ behaviour: Behaviour, _ received: Received) {
            self.behaviour = behaviour
            self.received = received
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard let end = text.firstRange(of: "\r\n\r\n") else { return }
            let length =
                text.lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
            guard text[end.upperBound...].utf8.count >= length else { return }
            received.requests.withLock { $0.append(text) }
            text = ""
            answer(context.channel)
        }

        private func answer(_ channel: any Channel) {
            switch behaviour {
            case .bytes(let text):
                channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in
                    channel.close(promise: nil)
                }
            case .endless(let text):
                channel.writeAndFlush(ByteBuffer(string: text)).whenSuccess { Self.go(on: channel) }
            case .silent(let text):
                channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
            }
        }

        private static func go(on channel: any Channel) {
            let chunk = "400\r\n" + String(repeating: "x", count: 0x400) + "\r\n"
            channel.writeAndFlush(ByteBuffer(string: chunk)).whenSuccess { go(on: channel) }
        }
    }
}
