import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Rejects invalid requests, and notifies ``ConnectionGuard`` when requests and responses begin and
/// end.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let maximumAddress: Int
    private var isRefused = false
    private var expectsContinue = false
    /// For each request whose response is not complete, whether the connection closes afterwards.
    private var unanswered: [Bool] = []

    /// The size of the current body, without and with its framing.
    private var (bodyBytes, framedBytes) = (0, 0)

    /// The maximum size of a body's framing, in bytes: a fixed size, and a size per byte of the
    /// body.
    ///
    /// A chunk of one byte has five bytes of framing. Chunk extensions have no meaning here (RFC
    /// 9112, section 7.1.1).
    private static let (framing, framingOfByte) = (8 << 10, 16)

    /// Creates a guard that rejects addresses longer than the given number of bytes.
    init(maximumAddress: Int) { self.maximumAddress = maximumAddress }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let refused = refusal(of: head) {
                refuse(refused, context)
                return
            }
            (bodyBytes, framedBytes) = (0, 0)
            expectsContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
            unanswered.append(Self.hasClose(head.headerFields))
            tell(.headEnded, context)
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            expectsContinue = false
        case .end:
            expectsContinue = false
            tell(.requestEnded, context)
        }
        context.fireChannelRead(data)
    }

    private func refusal(of head: HTTPRequest) -> RefusedHead? {
        guard (head.path ?? "").utf8.count <= maximumAddress else { return .addressTooLong }
        let expectation = head.headerFields[.expect]?.lowercased()
        return expectation == nil || expectation == "100-continue" ? nil : .expectation
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let piece = event as? BodyPieceRead else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        framedBytes += piece.count
        guard framedBytes - bodyBytes > Self.framing + Self.framingOfByte * bodyBytes, !isRefused
        else { return }
        refuse(.malformed, context)
        context.fireErrorCaught(HTTPParserError.invalidChunkSize)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError, !isRefused {
            if case .headerOverflow = error {
                refuse(.tooLarge, context)
            } else if context.channel.isActive {
                refuse(.malformed, context)
            }
        }
        // Notify the body's reader that the body is incomplete.
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational {
                if Self.hasClose(head.headerFields), !unanswered.isEmpty { unanswered[0] = true }
                tell(.answerBegan, context)
            }
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            tell(.answerEnded(closes: unanswered.isEmpty || unanswered.removeFirst()), context)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        if case ConnectionEvent.wanted = event, expectsContinue, unanswered.count == 1,
            !isRefused
        {
            expectsContinue = false
            context.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.triggerUserOutboundEvent(event, promise: promise)
    }

    private func refuse(_ head: RefusedHead, _ context: ChannelHandlerContext) {
        isRefused = true
        tell(.refused(head), context)
    }

    private func tell(_ event: ConnectionEvent, _ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(event, promise: nil)
    }

    private static func hasClose(_ fields: HTTPFields) -> Bool {
        fields[values: .connection].contains { value in
            value.split(separator: ",").contains {
                $0.lowercased().split(separator: " ").first == "close"
            }
        }
    }
}
