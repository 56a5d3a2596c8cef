import Testing

@testable import Fuzzing

struct MinimizerTests {
    private func contains(_ word: String) -> ([UInt8]) -> Bool {
        { input in
            input.indices.contains { input[$0...].starts(with: word.utf8) }
        }
    }

    @Test func whatIsNotNeededGoes() {
        let input = Array(
            (String(repeating: "x", count: 500) + "key" + String(repeating: "y", count: 300)).utf8)
        #expect(
            Minimizer.minimized(input, attempts: 2000, fails: contains("key")) == Array("key".utf8))
    }

    @Test func whatDoesNotMatterBecomesPlain() {
        let smallest = Minimizer.minimized(Array("12345678".utf8), attempts: 500) { $0.count >= 4 }
        #expect(smallest == Array("aaaa".utf8))
    }

    @Test func itEndsWithoutAttempts() {
        let input = Array("abc".utf8)
        #expect(Minimizer.minimized(input, attempts: 0) { _ in true } == input)
        #expect(Minimizer.minimized([], attempts: 9) { _ in true } == [])
    }

    @Test func anInputIsShownSoThatNoTerminalObeysIt() {
        #expect(FuzzFailure.shown([0x1B, 0x41, 0x0A, 0x22, 0xFF]) == #""\x1bA\n\"\xff""#)
    }
}
