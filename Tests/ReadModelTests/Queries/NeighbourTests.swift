import ReadModel
import Testing
import Texts
import Translation

/// The strings before and after a string.
@Suite struct NeighbourTests {
    /// Seven strings, two of which have a position in their file; one was removed.
    private static func place(of key: String, distance: Int = 2) throws -> StringPlace? {
        var log = SampleLog()
        log.define("second", "b", order: 2)
        log.define("first", "a", order: 1)
        for key in ["é", "e", "z", "a"] { log.define(key, "x") }
        let gone = log.define("gone", "x")
        log.add(.stringRemoved, SampleLog.en, "gone", base: gone)
        return try log.model().read {
            try $0.place(
                of: SampleLog.string(key), distance: distance)
        }
    }

    @Test(arguments: [
        ("first", 1, ["first", "second", "a"]), ("second", 2, ["first", "second", "a", "e"]),
        ("a", 3, ["first", "second", "a", "e", "z"]), ("z", 5, ["a", "e", "z", "é"]),
        ("é", 6, ["e", "z", "é"]),
    ])
    func areInTheOrderOfEntries(key: String, number: Int, neighbours: [String]) throws {
        let place = try #require(try Self.place(of: key))
        #expect(place.number == number)
        #expect(place.count == 6)
        #expect(place.neighbours.map(\.key) == neighbours)
        #expect(place.neighbours[place.index].key == key)
    }

    @Test func previousAndNext() throws {
        let place = try #require(try Self.place(of: "a", distance: 1))
        #expect(place.neighbours.count == 3)
        #expect([place.previous?.key, place.next?.key] == ["second", "e"])
        #expect(try Self.place(of: "first")?.previous == nil)
        #expect(try Self.place(of: "é")?.next == nil)
    }

    @Test func aStringThatDoesNotExistHasNone() throws {
        #expect(try Self.place(of: "gone") == nil)
        #expect(try Self.place(of: "never") == nil)
    }
}
