import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Hummingbird's application, with an immediate notification of shutdown.
///
/// A service of the application would be notified last, after all connections are closed.
struct ServerApplication: ApplicationProtocol {
    typealias Responder = ServerResponder

    let base: Application<ServerResponder>
    let lifecycle: Lifecycle
    let whenStopping: @Sendable () -> Void

    var responder: ServerResponder { base.responder }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await base.run()
        } onGracefulShutdown: {
            lifecycle.stop()
            whenStopping()
        }
    }
}
