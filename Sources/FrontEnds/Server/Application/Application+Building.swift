import Hosting
package import Hummingbird
import HummingbirdCore
package import Logging
package import Machine
import Translation
package import struct Machine.Host

/// Builds the application: the routes, their guards, and a server that enforces the limits.
///
/// The program and all tests use this. Throws if two routes collide, or if the socket's group
/// cannot be assigned. The application does not listen until it runs.
package func buildApplication(
    _ configuration: HTTPSettings, host: Host, parts: ServerParts, logger: Logger
) async throws -> some ApplicationProtocol {
    let lifecycle = Lifecycle()
    let responder = try ServerResponder(
        configuration: configuration, host: host, parts: parts, lifecycle: lifecycle,
        logger: logger)
    let address: BindAddress =
        switch configuration.listen {
        case .internet(let host, let port): .hostname(host, port: port)
        case .unix(let path): .unixDomainSocket(path: path)
        }
    let limits = configuration.limits
    let socket = try SocketAccess(configuration)
    return ServerApplication(
        base: Application(
            responder: responder,
            server: serverBuilder(
                configuration, host: host, metrics: parts.metrics, logger: logger),
            configuration: ApplicationConfiguration(
                address: address, backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections + limits.refusedConnections, logger: logger)),
            services: parts.services,
            onServerRunning: { channel in
                do throws(Refusal) {
                    try socket?.apply()
                } catch {
                    logger.error("\(error.message)")
                }
                await parts.whenListening(channel.localAddress?.port)
            }, logger: logger),
        lifecycle: lifecycle, whenStopping: parts.whenStopping)
}

private func serverBuilder(
    _ configuration: HTTPSettings, host: Host, metrics: MetricsRegistry, logger: Logger
) -> HTTPServerBuilder {
    let connections = ConnectionCounter(
        maximum: configuration.limits.refusedConnections > 0
            ? configuration.limits.connections : .max,
        maximumOfAddress: configuration.limits.connectionsOfAddress,
        proxies: configuration.proxies, metrics: metrics)
    let limits = configuration.limits
    let base = configuration.links.base
    let refusal: @Sendable (RefusedHead) -> [UInt8] = { head in
        var random = host.random
        let problem = head.problem
        let id = RequestID.make(from: [:], random: &random)
        metrics.countRefusal(problem.code)
        logger.info(
            "refused",
            metadata: [
                "request": .string(id), "status": .stringConvertible(problem.status.code),
                "code": .string(problem.code.rawValue),
            ])
        return RawAnswer.bytes(problem, base: base, requestID: id)
    }
    return HTTPServerBuilder { responder in
        GuardedChannel(
            responder: responder, limits: limits, authority: configuration.links.authority,
            connections: connections, refusal: refusal)
    }
}
