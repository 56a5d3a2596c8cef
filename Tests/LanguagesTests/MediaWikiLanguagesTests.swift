import Languages
import Testing

@Suite("Languages of MediaWiki")
struct MediaWikiLanguagesTests {
    @Test func eachIsATagInItsOneForm() throws {
        for (name, tag) in MediaWikiLanguages.tags {
            let canonical = try CanonicalTag.parse(tag)
            #expect(canonical.tag == tag, "\(name)")
            #expect(canonical.warnings.isEmpty, "\(name)")
        }
    }

    @Test func documentationIsNone() {
        #expect(MediaWikiLanguages.tags[MediaWikiLanguages.documentation] == nil)
    }
}
