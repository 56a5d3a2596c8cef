import Foundation
import Synchronization

/// A connection through a ``FaultyLine``: both directions, in one thread.
struct LineConnection {
    private var ends: [FaultyLine.Side: Int32]
    /// The bytes that each side has sent and the other side has not received yet.
    private var pending: [FaultyLine.Side: [UInt8]] = [.client: [], .server: []]
    private var hasEnded: Set<FaultyLine.Side> = []
    private let state: LineState
    /// POLLRDHUP: the other side sends no more data; glibc declares it for GNU sources only.
    private static let hangUp: Int16 = 0x2000

    init(client: Int32, server: Int32, state: LineState) {
        ends = [.client: client, .server: server]
        self.state = state
        for descriptor in [client, server] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    mutating func run() {
        while hasEnded.count < 2 || pending.values.contains(where: { !$0.isEmpty }) {
            let (isStopped, fault) = state.value.withLock { ($0.isStopped, $0.isDue) }
            if isStopped { break }
            switch fault {
            case nil: guard step() else { return finish(resets: false) }
            case .close: return finish(resets: false)
            case .reset: return finish(resets: true)
            case .silence: return keepSilent()
            }
        }
        finish(resets: false)
    }

    /// Stalls the connection until either side closes it.
    private mutating func keepSilent() {
        while !state.value.withLock(\.isStopped) {
            // A side that gives up waiting can close the connection, which is reported as a
            // hang-up. Anything that the side still sends is not read.
            var waiting = ends.values.map { pollfd(fd: $0, events: Self.hangUp, revents: 0) }
            if poll(&waiting, nfds_t(waiting.count), FaultyLine.pause) > 0 { break }
        }
        finish(resets: false)
    }

    /// Transfers available bytes; returns `false` if an end is broken.
    private mutating func step() -> Bool {
        var waiting: [pollfd] = []
        for side in FaultyLine.Side.allCases {
            var events: Int32 = 0
            if !hasEnded.contains(side), pending[side, default: []].count < 1 << 16 {
                events |= POLLIN
            }
            if !pending[other(side), default: []].isEmpty { events |= POLLOUT }
            // A closed end without requested events would be reported forever.
            let descriptor = events == 0 ? -1 : ends[side] ?? -1
            waiting.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
        guard poll(&waiting, nfds_t(waiting.count), FaultyLine.pause) > 0 else { return true }
        for (side, found) in zip(FaultyLine.Side.allCases, waiting) {
            let what = Int32(found.revents)
            if what & POLLOUT != 0, !send(to: side) { return false }
            if what & (POLLIN | POLLHUP | POLLERR) != 0, Int32(found.events) & POLLIN != 0,
                !receive(from: side)
            {
                return false
            }
            if what & POLLERR != 0 { return false }
        }
        return true
    }

    private mutating func receive(from side: FaultyLine.Side) -> Bool {
        guard let descriptor = ends[side] else { return false }
        let state = state
        var bytes: [UInt8] = []
        var hasFinished = false
        // Bytes are counted before they are forwarded, so that no bytes beyond the limit pass.
        bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            let read = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if read > 0 { count = state.value.withLock { $0.passes(read, from: side) } }
            hasFinished = read == 0 || read < 0 && errno != EAGAIN && errno != EINTR
        }
        pending[side, default: []] += bytes
        // Bytes that pass before a fault are delivered before the fault occurs.
        _ = send(to: other(side))
        if hasFinished {
            hasEnded.insert(side)
            if pending[side, default: []].isEmpty { endSending(to: other(side)) }
        }
        return true
    }

    private mutating func send(to side: FaultyLine.Side) -> Bool {
        let bytes = pending[other(side), default: []]
        guard !bytes.isEmpty, let descriptor = ends[side] else { return true }
        let sent = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent >= 0 else { return errno == EAGAIN || errno == EINTR }
        pending[other(side)] = Array(bytes.dropFirst(sent))
        if sent == bytes.count, hasEnded.contains(other(side)) { endSending(to: side) }
        return true
    }

    private func endSending(to side: FaultyLine.Side) {
        if let descriptor = ends[side] { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    private func finish(resets: Bool) {
        for descriptor in ends.values {
            if resets {
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    descriptor, SOL_SOCKET, SO_LINGER, &option,
                    socklen_t(MemoryLayout<linger>.size))
            }
            close(descriptor)
        }
    }

    private func other(_ side: FaultyLine.Side) -> FaultyLine.Side {
        side == .client ? .server : .client
    }
}
