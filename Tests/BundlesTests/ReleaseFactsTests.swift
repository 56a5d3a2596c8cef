import Bundles
import JSON
import Testing

@Suite struct ReleaseFactsTests {
    @Test func originsAreReadFromAManifest() throws {
        let json = try JSONValue.parse(
            Array(
                #"{"people":4,"machine":{"argos":2,"deepl":1},"unreviewed":3}"#.utf8))
        var origins = try #require(ReleaseFacts.Origins(json))
        #expect(origins.people == 4 && origins.edited == 0 && origins.unreviewed == 3)
        #expect(origins.machines == ["argos": 2, "deepl": 1])
        #expect(origins.total == 10)
        origins += try #require(
            ReleaseFacts.Origins(.object { $0.addObject("machine") { $0.add("argos", 5) } }))
        #expect(origins.machines["argos"] == 7 && origins.total == 15)
        #expect(ReleaseFacts.Origins(nil) == nil)
    }
}
