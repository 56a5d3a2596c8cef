import Hosting
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Synchronization

/// HTTP/1.1 with limits on connections: Hummingbird's pipeline with our handlers around it.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let channel: HTTP1Channel
    private let limits: ConnectionClock.Limits
    private let authority: String
    private let connections: ConnectionCounter
    private let refusal: @Sendable (RefusedHead) -> [UInt8]

    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ConnectionLimits,
        authority: String, connections: ConnectionCounter,
        refusal: @escaping @Sendable (RefusedHead) -> [UInt8]
    ) {
        let addressBytes = limits.addressBytes
        channel = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [RequestGuard(maximumAddress: addressBytes)],
                httpDecoderConfiguration: .init(
                    // The address counts as a field; an address that is too long is rejected like
                    // an oversized head.
                    maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                    maxHeaderFieldCount: limits.headFields)))
        self.limits = ConnectionClock.Limits(limits)
        self.authority = authority
        self.connections = connections
        self.refusal = refusal
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let welcome = connections.open(channel)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                ConnectionGuard(
                    limits: limits, eventLoop: channel.eventLoop, refusal: refusal,
                    isTurnedAway: welcome == .tooMany))
        }.flatMap {
            self.channel.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(TargetGuard(authority: authority), position: .after(decoder))
            // Close the channel later, because it is not registered yet.
            if welcome == .tooManyOfAddress {
                channel.eventLoop.execute { channel.close(promise: nil) }
            }
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

/// Counts the connections, in total and per address.
final class ConnectionCounter: Sendable {
    private struct State {
        var total = 0
        var ofAddress: [ClientAddress: Int] = [:]
    }

    private let maximum: Int
    private let maximumOfAddress: Int
    private let proxies: [AddressRange]
    private let metrics: MetricsRegistry
    private let state = Mutex(State())

    init(maximum: Int, maximumOfAddress: Int, proxies: [AddressRange], metrics: MetricsRegistry) {
        self.maximum = maximum
        self.maximumOfAddress = maximumOfAddress
        self.proxies = proxies
        self.metrics = metrics
    }

    /// The decision on whether to serve a new connection.
    enum Welcome {
        case welcome
        case tooMany
        /// There are too many connections from the client's address.
        case tooManyOfAddress
    }

    /// Counts a connection until it is closed.
    func open(_ channel: any Channel) -> Welcome {
        metrics.countConnection(1)
        var address = ClientAddress(channel.remoteAddress)?.client
        if let client = address,
            client == .local || proxies.contains(where: { $0.contains(client) })
        {
            address = nil
        }
        let (total, ofAddress) = state.withLock { state in
            state.total += 1
            guard let address else { return (state.total, 0) }
            state.ofAddress[address, default: 0] += 1
            return (state.total, state.ofAddress[address, default: 0])
        }
        channel.closeFuture.whenComplete { [address] _ in self.close(address) }
        if ofAddress > maximumOfAddress { return .tooManyOfAddress }
        return total > maximum ? .tooMany : .welcome
    }

    private func close(_ address: ClientAddress?) {
        metrics.countConnection(-1)
        state.withLock { state in
            state.total -= 1
            guard let address else { return }
            let count = state.ofAddress[address, default: 1] - 1
            state.ofAddress[address] = count > 0 ? count : nil
        }
    }
}

extension ClientAddress {
    /// Returns the address of a peer, or nil if it is unknown.
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
