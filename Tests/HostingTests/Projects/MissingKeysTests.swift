import Hosting
import TestWorld
import Testing
import Texts
import Translation

@Suite struct MissingKeysTests {
    private func report(_ key: String, _ text: String = "text") -> MissingKeys.Report {
        MissingKeys.Report(StringID(section: "default", key: key), text: text)
    }

    @Test func keysAreDueOnceNoneHasComeForAWhile() {
        let keys = MissingKeys()
        let start = ContinuousClock.now
        #expect(keys.take(all: true, at: start).isEmpty)
        keys.add([report("a")], at: start)
        keys.add([report("b")], at: start + .seconds(1))
        #expect(keys.take(at: start + .milliseconds(2999)).isEmpty)
        #expect(keys.take(at: start + .seconds(3)) == [report("a"), report("b")])
        #expect(keys.take(all: true, at: start + .seconds(9)).isEmpty)
        keys.add([report("c")], at: start + .seconds(10))
        #expect(keys.take(at: start + .seconds(11)).isEmpty)
        #expect(keys.take(all: true, at: start + .seconds(11)) == [report("c")])
    }

    @Test func keysThatGoOnComingDoNotWaitForever() {
        let keys = MissingKeys()
        let start = ContinuousClock.now
        for second in 0..<10 {
            keys.add([report("\(second)")], at: start + .seconds(second))
            #expect(keys.take(at: start + .seconds(second)).isEmpty)
        }
        #expect(keys.take(at: start + .seconds(10)).count == 10)
    }

    @Test func theFirstTextCountsUnlessItIsNone() {
        let keys = MissingKeys()
        keys.add([report("a", ""), report("b", "b"), report("c", "first")])
        keys.add([report("a", "later"), report("b", ""), report("b", "later"), report("c", "x")])
        #expect(
            keys.take(all: true)
                == [report("a", "later"), report("b", "later"), report("c", "first")])
    }

    @Test func whatDoesNotFitIsDropped() {
        let keys = MissingKeys()
        let many = (0..<MissingKeys.maximumCount + 5).map { report("key\($0)") }
        #expect(keys.add(many) == 5)
        // A key that is already waiting takes no additional room.
        #expect(keys.add([report("key1")]) == 0)
        #expect(keys.dropped == 5)
        #expect(keys.take(all: true).count == MissingKeys.maximumCount)
        let large = (0..<100).map { report("key\($0)", String(repeating: "x", count: 16 << 10)) }
        let dropped = keys.add(large)
        let kept = keys.take(all: true)
        #expect(dropped > 0 && kept.count + dropped == 100)
        #expect(kept.count * (16 << 10) <= MissingKeys.maximumBytes)
    }

    @Test func whatCouldNotBeWrittenWaits() {
        let keys = MissingKeys()
        let start = ContinuousClock.now
        keys.add([report("a")], at: start)
        let taken = keys.take(at: start + .seconds(2))
        keys.add([report("b")], at: start + .seconds(3))
        keys.putBack(taken, at: start + .seconds(3))
        #expect(keys.take(at: start + .seconds(30)).isEmpty)
        #expect(keys.take(at: start + .seconds(33)) == [report("a"), report("b")])
    }

    @Test func keysOfServersAreKeptAndTellNothing() throws {
        let sandbox = try Sandbox()
        let directory = sandbox.directory + "/state"
        let project = Project(
            id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: try #require(LanguageTag("en")))
        let first = try StateKey(named: "i18next", in: directory, on: sandbox.host())
        let again = try StateKey(named: "i18next", in: directory, on: sandbox.host())
        let guid = first.guid(for: "i18next", in: project)
        #expect(guid.utf8.count == 32)
        #expect(again.guid(for: "i18next", in: project) == guid)
        #expect(again.guid(for: "other", in: project) != guid)
        let other = try StateKey(named: "other", in: directory, on: sandbox.host())
        #expect(other.guid(for: "i18next", in: project) != guid)
        try sandbox.write("not a key\n", to: "state/broken.key")
        #expect(throws: Refusal.self) {
            try StateKey(named: "broken", in: directory, on: sandbox.host())
        }
    }
}
