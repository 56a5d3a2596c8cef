import NIOCore
import Synchronization

/// Limits the number of response bytes that clients have not received yet, in total and per
/// address.
///
/// A response to a slow client stays in memory until the client has received the last byte. Bytes
/// shared by several responses count once in total, and once for each address.
final class AnswerBudget: Sendable {
    /// The limits on the number of bytes that clients have not received yet.
    struct Limits: Sendable, Equatable {
        /// The maximum number of bytes for all responses.
        var total = 256 << 20
        /// The maximum number of bytes for the responses to one address.
        var ofAddress = 64 << 20
    }

    /// The memory range of a buffer.
    ///
    /// No other buffer can have the same range while the response holds this buffer.
    fileprivate struct Memory: Hashable {
        let start: UInt
        let count: Int
    }

    fileprivate struct Use: Hashable {
        let address: ClientAddress?
        let memory: Memory
    }

    private struct State {
        var holders: [Memory: Int] = [:]
        var uses: [Use: Int] = [:]
        var total = 0
        var ofAddress: [ClientAddress?: Int] = [:]
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits = Limits()) { self.limits = limits }

    var held: Int { state.withLock { $0.total } }

    /// Holds the bytes of a response until the lease is released, or returns nil if a limit is
    /// exceeded.
    ///
    /// A single response may exceed the limit for an address if no other response to that address
    /// is held. It may exceed the total limit only if no other response is held at all.
    func hold(_ buffer: ByteBuffer, for address: ClientAddress?) -> Lease? {
        let memory = buffer.withUnsafeReadableBytes { bytes in
            Memory(start: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
        }
        let use = Use(address: address?.client, memory: memory)
        let isHeld = state.withLock { state in
            let isNew = state.holders[memory] == nil
            let isNewHere = state.uses[use] == nil
            let total = state.total + (isNew ? memory.count : 0)
            let here = state.ofAddress[use.address, default: 0] + (isNewHere ? memory.count : 0)
            guard total <= limits.total || state.total == 0,
                here <= limits.ofAddress || here == memory.count
            else { return false }
            state.holders[memory, default: 0] += 1
            state.uses[use, default: 0] += 1
            state.total = total
            state.ofAddress[use.address] = here
            return true
        }
        return isHeld ? Lease(self, use, buffer) : nil
    }

    private func release(_ use: Use) {
        state.withLock { state in
            let holders = state.holders[use.memory, default: 1] - 1
            state.holders[use.memory] = holders > 0 ? holders : nil
            if holders == 0 { state.total -= use.memory.count }
            let uses = state.uses[use, default: 1] - 1
            state.uses[use] = uses > 0 ? uses : nil
            guard uses == 0 else { return }
            let here = state.ofAddress[use.address, default: 0] - use.memory.count
            state.ofAddress[use.address] = here > 0 ? here : nil
        }
    }

    /// The bytes of a response, which count towards the limits while the lease exists.
    final class Lease: Sendable {
        private let budget: AnswerBudget
        private let use: Use
        /// Retained so that no other buffer can have the same memory range.
        private let buffer: ByteBuffer

        fileprivate init(_ budget: AnswerBudget, _ use: Use, _ buffer: ByteBuffer) {
            self.budget = budget
            self.use = use
            self.buffer = buffer
        }

        deinit { budget.release(use) }
    }
}
