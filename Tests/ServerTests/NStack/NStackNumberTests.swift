import TestKit
import Testing
import Texts
import Translation

@testable import Server

@Suite struct NStackNumberTests {
    private let project: Project

    init() throws {
        let source = try #require(LanguageTag("en"))
        project = Project(id: "P", source: source, defaultSection: "default")
    }

    @Test func haveThirtyOneBits() {
        // printf 'P\0language\0da' | sha256sum
        #expect(NStackNumbers.number(.language, "da", in: project) == 823_623_641)
        for name in ["a", "b", "c", "d", "e", "f"] {
            let number = NStackNumbers.number(.resource, name, in: project)
            #expect((1...Int64(Int32.max)).contains(number))
        }
    }

    @Test func ofOneNumberTheLaterNameTakesTheNext() {
        let numbers = NStackNumbers.numbers(.language, ["c", "b", "a", "d"], in: project) {
            _, name, _ in name == "d" ? 8 : 7
        }
        #expect(numbers == ["a": 7, "b": 8, "c": 9, "d": 10])
        let last = NStackNumbers.numbers(.language, ["a", "b"], in: project) { _, _, _ in
            Int64(Int32.max)
        }
        #expect(last == ["a": Int64(Int32.max), "b": 1])
    }

    /// After two changes at random times, a client that asked between them gets the second.
    @Test(arguments: 0..<200) func noChangeIsMissed(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let first = Int64.random(in: 0...3_000, using: &random)
        let asked = Int64.random(in: first...3_000, using: &random)
        let second = Int64.random(in: max(asked, first + 1)...4_000, using: &random)
        let seen = NStackTime.shown(first, at: asked)
        #expect(seen <= asked)
        #expect(NStackTime.isNews(second, to: seen), "\(first) \(asked) \(second)")
        // Once the second is over, a client with everything is told that nothing changed.
        let later = NStackTime.shown(second, at: second + 1_000)
        #expect(!NStackTime.isNews(second, to: later))
    }

    @Test(arguments: [
        (1_562_314_354_000 as Int64, "2019-07-05T08:12:35+00:00"),
        (1_562_314_354_999, "2019-07-05T08:12:35+00:00"),
    ]) func timesAreWhatClientsParse(milliseconds: Int64, text: String) {
        #expect(NStackTime.text(NStackTime.end(of: milliseconds)) == text)
        #expect(NStackTime.milliseconds(text) == 1_562_314_355_000)
        #expect(NStackTime.milliseconds(text.replacing("+", with: " ")) == 1_562_314_355_000)
    }
}
