import Foundation
import Synchronization

/// A line between a client and a server on the loopback that can be cut, reset or go dead after a number of bytes.
///
/// It ends with the value, and all its connections with it.
public final class FaultyLine: Sendable {
    /// The port that clients connect to in place of the server's.
    public let port: UInt16
    private let state = LineState()

    /// The side that sends.
    public enum Side: Sendable, CaseIterable {
        case client, server
    }

    /// The fault that a line can have.
    public enum Fault: Sendable, CaseIterable {
        /// The connection is closed in good order, as by a server that is shut down.
        case close
        /// The connection is reset, as by a machine that knows nothing of it.
        case reset
        /// Nothing comes through any more, and nobody says so.
        case silence
    }

    /// Opens a line to a server that listens on a port of the loopback.
    public init(to target: UInt16) throws {
        let (listener, port) = try Loopback.listener()
        self.port = port
        // The threads may outlive the value by a moment, and so have no reference to it.
        let state = state
        Thread { Self.accept(listener, target, state) }.start()
    }

    deinit { state.value.withLock { $0.isStopped = true } }

    /// Lets things go wrong once a side has sent a number of bytes from now on, on all connections together; and
    /// from then on, also for new connections, until ``mend()``.
    public func fail(_ fault: Fault, after bytes: Int, from side: Side) {
        state.value.withLock {
            $0.counts = [:]
            $0.plan = LineState.Plan(fault: fault, side: side, bytes: bytes)
        }
    }

    /// Lets the line work again, and resets the counts.
    ///
    /// Connections that went wrong stay so.
    public func mend() {
        state.value.withLock {
            $0.counts = [:]
            $0.plan = nil
        }
    }

    /// Returns the number of bytes that a side sent since the last ``fail(_:after:from:)`` or
    /// ``mend()``.
    public func bytes(from side: Side) -> Int { state.value.withLock { $0.counts[side] ?? 0 } }

    /// Whether what was planned has happened.
    public var hasFailed: Bool { state.value.withLock { $0.isDue != nil } }

    /// The time between the threads' checks for the value's release, in milliseconds.
    static let pause: Int32 = 20

    private static func accept(_ listener: Int32, _ target: UInt16, _ state: LineState) {
        defer { close(listener) }
        while !state.value.withLock(\.isStopped) {
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, pause) > 0 else { continue }
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { continue }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            guard let server = Loopback.connection(to: target) else {
                close(client)
                continue
            }
            Thread {
                var connection = LineConnection(client: client, server: server, state: state)
                connection.run()
            }.start()
        }
    }
}

/// The state that the threads of a line share.
final class LineState: Sendable {
    struct Plan {
        let fault: FaultyLine.Fault
        let side: FaultyLine.Side
        let bytes: Int
    }

    struct Value {
        var plan: Plan?
        var counts: [FaultyLine.Side: Int] = [:]
        var isStopped = false

        /// The fault that is due now, if any.
        var isDue: FaultyLine.Fault? {
            guard let plan, counts[plan.side, default: 0] >= plan.bytes else { return nil }
            return plan.fault
        }

        /// Takes note of what a side wants to send; returns how much of it goes through.
        mutating func passes(_ count: Int, from side: FaultyLine.Side) -> Int {
            var passing = count
            if let plan, plan.side == side {
                passing = min(count, max(0, plan.bytes - counts[side, default: 0]))
            }
            counts[side, default: 0] += passing
            return passing
        }
    }

    let value = Mutex(Value())
}
