import Foundation
import Synchronization

/// A proxy on the loopback interface that can close, reset or stall its connections after a number
/// of bytes.
///
/// All its connections end when the value is released.
package final class FaultyLine: Sendable {
    /// The port that clients use instead of the server's.
    package let port: UInt16
    private let state = LineState()

    /// The side that sends.
    package enum Side: Sendable, CaseIterable {
        case client, server
    }

    /// A fault of a line.
    package enum Fault: Sendable, CaseIterable {
        /// The connection is closed in an orderly way, as when a server shuts down.
        case close
        /// The connection is reset, as by a machine without any record of it.
        case reset
        /// Nothing is transferred any longer, and neither side is notified.
        case silence
    }

    /// Opens a line to a server that listens on a loopback port.
    package init(to target: UInt16) throws {
        let (listener, port) = try Loopback.listener()
        self.port = port
        // The threads can outlive the value for a moment, so they do not refer to it.
        let state = state
        Thread { Self.accept(listener, target, state) }.start()
    }

    deinit { state.value.withLock { $0.isStopped = true } }

    /// Triggers a fault after a side has sent a number of bytes, counted from now on.
    ///
    /// The bytes of all connections are added up. Until ``mend()``, the fault also affects new
    /// connections.
    package func fail(_ fault: Fault, after bytes: Int, from side: Side) {
        state.value.withLock {
            $0.counts = [:]
            $0.plan = LineState.Plan(fault: fault, side: side, bytes: bytes)
        }
    }

    /// Repairs the line, and resets the counts.
    ///
    /// Broken connections stay broken.
    package func mend() {
        state.value.withLock {
            $0.counts = [:]
            $0.plan = nil
        }
    }

    /// Returns the number of bytes that a side has sent since the last ``fail(_:after:from:)`` or
    /// ``mend()``.
    package func bytes(from side: Side) -> Int { state.value.withLock { $0.counts[side] ?? 0 } }

    /// Whether the planned fault has happened.
    package var hasFailed: Bool { state.value.withLock { $0.isDue != nil } }

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

        /// Counts bytes that a side wants to send; returns the number of bytes that pass.
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
