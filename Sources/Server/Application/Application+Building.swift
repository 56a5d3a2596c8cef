public import Hummingbird
public import Logging
public import struct Workspace.Host

/// Builds the application: routes, their guards, and a server that keeps the limits.
///
/// The program and all tests use it.
///
/// Throws if two routes collide, or certificate and key cannot be read. Nothing listens before the application runs.
public func buildApplication(
    _ configuration: ServerConfiguration, host: Host, parts: ServerParts, logger: Logger
) async throws -> some ApplicationProtocol {
    let lifecycle = Lifecycle()
    let responder = try ServerResponder(
        configuration: configuration, host: host, parts: parts, lifecycle: lifecycle,
        logger: logger)
    let address: BindAddress =
        switch configuration.listen {
        case .tcp(let host, let port): .hostname(host, port: port)
        case .unix(let path): .unixDomainSocket(path: path)
        }
    return Application(
        responder: responder,
        server: .http1(),
        configuration: ApplicationConfiguration(address: address),
        services: parts.services + [lifecycle], logger: logger)
}
