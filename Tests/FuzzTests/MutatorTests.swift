import TestKit
import Testing

@testable import Fuzzing

struct MutatorTests {
    private func inputs(_ target: FuzzTarget, seed: UInt64, count: Int) -> [[UInt8]] {
        var source = InputSource(target: target, kept: [], known: [], seed: seed)
        return (0..<count).map { _ in
            let input = source.next()
            source.learn(input, .accepted)
            return input
        }
    }

    @Test func theSameSeedMakesTheSameInputs() {
        for target in FuzzTarget.all {
            let first = inputs(target, seed: 7, count: 20)
            #expect(first == inputs(target, seed: 7, count: 20), "\(target.name)")
            #expect(first != inputs(target, seed: 8, count: 20), "\(target.name)")
        }
    }

    @Test func whatOnceFailedComesFirstAndThenWhatIsKnownInTurn() {
        var source = InputSource(target: .json, kept: [[1], [2]], known: [[3]], seed: 1)
        let known = FuzzTarget.json.seeds + [[3]]
        #expect([source.next(), source.next()] == [[1], [2]])
        let rest = (0..<(2 * known.count)).map { _ in source.next() }
        #expect(rest.indices.filter { $0 % 2 == 0 }.map { rest[$0] } == known)
    }

    @Test func mutationsKeepToTheGreatestSize() {
        for target in FuzzTarget.all {
            let largest = inputs(target, seed: 1, count: 60).map(\.count).max() ?? 0
            #expect(largest <= target.maximumSize, "\(target.name)")
        }
    }

    @Test func mutationsAreOfManyKinds() {
        let made = inputs(.json, seed: 1, count: 2000)
        #expect(Set(made).count > 1500)
        #expect(made.contains { $0.starts(with: [0xEF, 0xBB, 0xBF]) })
        #expect(made.contains { String(validating: $0, as: UTF8.self) == nil })
        #expect(made.contains { $0.count { $0 == UInt8(ascii: "[") } > 600 })
    }

    @Test(arguments: [
        ("{\"a\":[1,{\"b\":2}]}", 5, "[1,{\"b\":2}]"), ("say \"a\\\"b\" now", 4, "\"a\\\"b\""),
        ("one two", 5, "two"), ("aéb", 1, "é"),
    ])
    func aPieceIsWhatBelongsTogether(_ text: String, place: Int, piece: String) {
        let bytes = Array(text.utf8)
        var found: Set<String> = []
        for seed in 0..<20 {
            var random = SplitMix64(seed: seed)
            let range = Pieces.range(in: bytes, from: place, &random)
            found.insert(String(decoding: bytes[range], as: UTF8.self))
        }
        #expect(found.contains(piece))
    }
}
