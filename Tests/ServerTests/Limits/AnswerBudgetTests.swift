import NIOCore
import Testing

@testable import Server

/// The limit on the bytes of responses that wait for their clients.
@Suite struct AnswerBudgetTests {
    private let budget = AnswerBudget(.init(total: 250, ofAddress: 150))

    private func bytes(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 65, count: count) }

    private func address(_ text: String) -> ClientAddress? { ClientAddress(text) }

    @Test func sharedBytesCountOnceForAllAndForEachAddress() throws {
        let file = bytes(100)
        let one = try #require(budget.hold(file, for: address("192.0.2.1")))
        let two = try #require(budget.hold(file, for: address("192.0.2.1")))
        let three = try #require(budget.hold(file, for: address("192.0.2.2")))
        #expect(budget.held == 100)
        // The address already holds 100.
        #expect(budget.hold(bytes(51), for: address("192.0.2.1")) == nil)
        #expect(budget.hold(bytes(50), for: address("192.0.2.1")) != nil)
        withExtendedLifetime((one, two, three)) {}
    }

    @Test func allAddressesTogetherHaveABound() throws {
        let leases = try (1...2).map {
            try #require(budget.hold(bytes(110), for: address("192.0.2.\($0)")))
        }
        #expect(budget.held == 220)
        #expect(budget.hold(bytes(40), for: address("192.0.2.3")) == nil)
        #expect(budget.hold(bytes(30), for: address("192.0.2.3")) != nil)
        withExtendedLifetime(leases) {}
    }

    @Test func whatIsTakenIsLetGo() throws {
        for _ in 0..<10 {
            let lease = try #require(budget.hold(bytes(140), for: address("192.0.2.1")))
            #expect(budget.held == 140)
            withExtendedLifetime(lease) {}
        }
        #expect(budget.held == 0)
    }

    @Test func oneAnswerMayBeLarge() throws {
        let lease = try #require(budget.hold(bytes(1_000), for: address("192.0.2.1")))
        #expect(budget.hold(bytes(1), for: address("192.0.2.1")) == nil)
        #expect(budget.hold(bytes(1), for: address("192.0.2.2")) == nil)
        withExtendedLifetime(lease) {}
    }

    @Test func filesAreCompressedOnce() throws {
        let shared = SharedBytes([UInt8](repeating: 65, count: 100_000))
        let packed = try #require(shared.gzip())
        #expect(packed.readableBytes < 1_000)
        let again = try #require(shared.gzip())
        packed.withUnsafeReadableBytes { one in
            again.withUnsafeReadableBytes { #expect(one.baseAddress == $0.baseAddress) }
        }
    }
}
