import NIOCore

/// Enforces the deadlines of a connection and closes it gracefully.
///
/// This is the outermost handler, because it must see bytes as they arrive: an endless head never
/// reaches the other handlers as a request.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The size of the response pieces that a client must receive in time.
    private static let pieceSize = 64 << 10

    private var clock: ConnectionClock
    private let refusal: @Sendable (RefusedHead) -> [UInt8]
    private var isAnswering = false
    /// Whether the response lasts until the client disconnects.
    private var isStreaming = false
    private var isOutputClosed = false
    private var timer: Scheduled<Void>?
    private var timerTime: Int64 = .max
    /// Whether the body of a request is arriving.
    private var isReadingBody = false
    private let isTurnedAway: Bool

    /// The maximum size of the pieces in which bytes are passed on.
    ///
    /// Small pieces make it possible to distinguish the framing of a body from the bytes after it.
    private static let readSize = 4 << 10

    /// Creates a guard with a function that returns a connection's last response when a request
    /// cannot be parsed.
    ///
    /// `refusal` returns the response as HTTP/1.1 bytes. If `isTurnedAway` is true, the connection
    /// is refused before the client sends anything.
    init(
        limits: ConnectionClock.Limits, eventLoop: any EventLoop,
        refusal: @escaping @Sendable (RefusedHead) -> [UInt8], isTurnedAway: Bool = false
    ) {
        self.isTurnedAway = isTurnedAway
        clock = ConnectionClock(limits: limits, now: Self.now(eventLoop))
        self.refusal = refusal
    }

    private static func now(_ eventLoop: any EventLoop) -> Int64 {
        Int64(eventLoop.now.uptimeNanoseconds)
    }

    func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

    func channelActive(context: ChannelHandlerContext) {
        schedule(context)
        context.fireChannelActive()
        if isTurnedAway { refuse(.overloaded, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !clock.isClosing else { return }
        clock.received(at: Self.now(context.eventLoop))
        schedule(context)
        var bytes = unwrapInboundIn(data)
        while let piece = bytes.readSlice(length: min(bytes.readableBytes, Self.readSize)),
            piece.readableBytes > 0
        {
            let wasReadingBody = isReadingBody
            context.fireChannelRead(wrapInboundOut(piece))
            // A piece in which a body begins or ends is not counted, because it is unknown how
            // much of it belongs to the body.
            if wasReadingBody, isReadingBody {
                context.fireUserInboundEventTriggered(BodyPieceRead(count: piece.readableBytes))
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The inner handlers do not request reads for bytes that are dropped here.
        if clock.isClosing { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes its sending side during a stream has left, because it can send no
        // further requests.
        if case ChannelEvent.inputClosed = event, isStreaming || clock.isClosing && clock.isTaken {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .byteBuffer(var bytes) = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        while bytes.readableBytes > Self.pieceSize,
            let piece = bytes.readSlice(length: Self.pieceSize)
        {
            write(piece, context, nil)
        }
        write(bytes, context, promise)
    }

    private func write(
        _ piece: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        clock.sent(at: Self.now(context.eventLoop))
        let taken = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        taken.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.clock.taken(at: Self.now(context.eventLoop))
            handler.closeOutputIfDone(context)
        }
        context.write(wrapOutboundOut(.byteBuffer(piece)), promise: taken)
        schedule(context)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let event = event as? ConnectionEvent else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        let now = Self.now(context.eventLoop)
        switch event {
        case .headEnded:
            isReadingBody = true
            clock.headEnded(at: now)
        case .requestEnded:
            isReadingBody = false
            clock.requestEnded(at: now)
        case .wanted(let seconds):
            if let seconds { clock.allow(Int64(seconds) * 1_000_000_000) }
        case .streams: isStreaming = true
        case .answerBegan: isAnswering = true
        case .answerEnded(let closes):
            isAnswering = false
            isStreaming = false
            clock.answerEnded(at: now)
            if closes { beginClosing(context) }
        case .refused(let head): refuse(head, context)
        }
        schedule(context)
        promise?.succeed()
    }

    private func refuse(_ head: RefusedHead, _ context: ChannelHandlerContext) {
        guard !clock.isClosing else { return }
        guard clock.isFirst, !isAnswering else {
            context.close(promise: nil)
            return
        }
        write(context.channel.allocator.buffer(bytes: refusal(head)), context, nil)
        context.flush()
        beginClosing(context)
    }

    /// Closes the output when everything has been sent, and the connection when the client
    /// disconnects or after a delay.
    ///
    /// If the connection were closed immediately with unread bytes, the system would reset it, and
    /// the client could lose the response (RFC 9112, section 9.6).
    private func beginClosing(_ context: ChannelHandlerContext) {
        clock.closing(at: Self.now(context.eventLoop))
        closeOutputIfDone(context)
        schedule(context)
        context.read()
    }

    private func closeOutputIfDone(_ context: ChannelHandlerContext) {
        guard clock.isClosing, clock.isTaken, !isOutputClosed, context.channel.isActive else {
            return
        }
        isOutputClosed = true
        context.close(mode: .output, promise: nil)
    }

    private func schedule(_ context: ChannelHandlerContext) {
        switch clock.action(at: Self.now(context.eventLoop)) {
        case .wait(nil): break
        case .wait(.some(let time)) where time >= timerTime: break
        case .wait(.some(let time)): start(time, context)
        // Act from the event loop, and not from within the current event.
        case .close, .timeOut: start(Self.now(context.eventLoop), context)
        }
    }

    private func start(_ time: Int64, _ context: ChannelHandlerContext) {
        guard time < timerTime else { return }
        timer?.cancel()
        timerTime = time
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(
            deadline: .uptimeNanoseconds(UInt64(max(time, 0)))
        ) {
            let (handler, context) = bound.value
            handler.timerFired(context)
        }
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        timerTime = .max
        switch clock.action(at: Self.now(context.eventLoop)) {
        case .close: context.close(promise: nil)
        case .timeOut: refuse(.timedOut, context)
        case .wait: schedule(context)
        }
    }

    private func cancel() {
        timer?.cancel()
        timer = nil
        timerTime = .min
    }
}
