import Hosting
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// HTTP/1.1 with the limits of connections: what Hummingbird builds for each, with our handlers around it.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let channel: HTTP1Channel
    private let limits: ConnectionClock.Limits
    private let connections: ConnectionCounter
    private let refusal: @Sendable (RefusedHead) -> [UInt8]

    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ConnectionLimits,
        connections: ConnectionCounter, refusal: @escaping @Sendable (RefusedHead) -> [UInt8]
    ) {
        let addressBytes = limits.addressBytes
        channel = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [RequestGuard(maximumAddress: addressBytes)],
                httpDecoderConfiguration: .init(
                    // The address counts as a field; longer ones than this are refused as heads.
                    maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                    maxHeaderFieldCount: limits.headFields)))
        self.limits = ConnectionClock.Limits(limits)
        self.connections = connections
        self.refusal = refusal
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let isWelcome = connections.open(channel)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                ConnectionGuard(limits: limits, eventLoop: channel.eventLoop, refusal: refusal))
        }.flatMap {
            self.channel.setup(channel: channel, logger: logger)
        }.map { value in
            // Later: the channel is not registered yet.
            if !isWelcome { channel.eventLoop.execute { channel.close(promise: nil) } }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await channel.handle(value: value, logger: logger)
    }
}

extension ConnectionClock.Limits {
    init(_ limits: ConnectionLimits) {
        let second: Int64 = 1_000_000_000
        self.init(
            request: Int64(limits.requestSeconds) * second,
            idle: Int64(limits.idleSeconds) * second,
            answer: Int64(limits.answerSeconds) * second, linger: 2 * second)
    }
}

/// Counts the connections of each address.
final class ConnectionCounter: Sendable {
    private let maximum: Int
    private let proxies: [AddressRange]
    private let metrics: MetricsRegistry
    private let counts = Mutex<[ClientAddress: Int]>([:])

    init(maximum: Int, proxies: [AddressRange], metrics: MetricsRegistry) {
        self.maximum = maximum
        self.proxies = proxies
        self.metrics = metrics
    }

    /// Counts a connection until it is closed.
    ///
    /// Returns false if its address has too many.
    func open(_ channel: any Channel) -> Bool {
        metrics.countConnection(1)
        channel.closeFuture.whenComplete { _ in self.metrics.countConnection(-1) }
        guard let address = ClientAddress(channel.remoteAddress)?.client, address != .local,
            !proxies.contains(where: { $0.contains(address) })
        else { return true }
        let count = counts.withLock { counts in
            counts[address, default: 0] += 1
            return counts[address, default: 0]
        }
        channel.closeFuture.whenComplete { _ in self.close(address) }
        return count <= maximum
    }

    private func close(_ address: ClientAddress) {
        counts.withLock { counts in
            let count = counts[address, default: 1] - 1
            counts[address] = count > 0 ? count : nil
        }
    }
}

extension ClientAddress {
    /// The address of a peer, or nil if none is known.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4, .v6:
            guard let text = address?.ipAddress else { return nil }
            self.init(text)
        case .unixDomainSocket: self = .local
        case nil: return nil
        }
    }
}
