import Machine
import NIOCore
import NIOHTTP1

/// Rejects requests with no host, several hosts or a foreign host.
///
/// It runs before the codec, which drops the version and part of the target.
final class TargetGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let authority: String
    private var isRefused = false

    /// Creates a guard that accepts targets whose host is `authority` (which must be lowercase) or
    /// equals the request's `Host`.
    init(authority: String) { self.authority = authority }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let hosts = head.headers["Host"]
        let host = hosts.first
        // RFC 9112, section 3.2, requires exactly one Host field. HTTP/1.0 does not require any.
        guard hosts.count <= 1 else { return refuse(.malformed, context) }
        let isOld = (head.version.major, head.version.minor) < (1, 1)
        guard host != nil || isOld else { return refuse(.noHost, context) }
        // An HTTP/1.0 client expects the connection to close, unless it asks to keep it open
        // (section 9.3).
        if isOld, !head.isKeepAlive {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        if let target = Self.host(of: head.uri) {
            guard target == authority || target == host?.lowercased() else {
                return refuse(.misdirected, context)
            }
            // The target takes precedence over Host (section 3.2.2).
            head.headers.replaceOrAdd(name: "Host", value: target)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func refuse(_ head: RefusedHead, _ context: ChannelHandlerContext) {
        isRefused = true
        context.triggerUserOutboundEvent(ConnectionEvent.refused(head), promise: nil)
    }

    /// Returns the lowercase host of a target in absolute form, or nil for any other target.
    private static func host(of target: String) -> String? {
        let lowercased = target.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else {
            return nil
        }
        return String(lowercased.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
    }
}
