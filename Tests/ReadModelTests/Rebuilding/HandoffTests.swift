import Dispatch
import ReadModel
import Testing

/// Values that one thread passes to another.
@Suite struct HandoffTests {
    private struct Fault: Error {}
    private let queue = DispatchQueue(label: "test.handoff")

    @Test func aValueIsGivenAwayOnce() throws {
        let handoff = Handoff(on: queue) { 7 }
        #expect(try handoff.take() == 7)
        #expect(try handoff.take() == nil)
    }

    /// A consumer may ask once more while it cleans up.
    @Test func afterAFaultNobodyWaits() throws {
        let handoff = Handoff<Int>(on: queue) { throw Fault() }
        #expect(throws: Fault.self) { try handoff.take() }
        #expect(try handoff.take() == nil)
    }
}
