import Testing
import Workspace

@testable import Bundles

@Suite struct ReleaseFactsTests {
    @Test func originsAreThoseOfAllLanguages() throws {
        var german = OriginCounts()
        german.people = 4
        german.machines = ["argos": 2, "deepl": 1]
        german.unreviewed = 3
        #expect(german.total == 10)
        var french = OriginCounts()
        french.machines = ["argos": 5]
        var facts = ReleaseFacts(digest: "", languages: [], fileCount: 0, files: [])
        #expect(facts.origins == nil)
        facts.languages = [.init(tag: "de", origins: german), .init(tag: "fr", origins: french)]
        let origins = try #require(facts.origins)
        #expect(origins.people == 4 && origins.edited == 0 && origins.unreviewed == 3)
        #expect(origins.machines == ["argos": 7, "deepl": 1])
        #expect(origins.total == 15)
    }
}
