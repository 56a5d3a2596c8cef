import TestWorld
import Testing
import Texts
import Translation

/// Languages whose tags were stored by a program without validation.
@Suite struct StoredTagTests {
    /// Any tag that a log can contain names a language that can be removed.
    @Test(arguments: [
        "fr-x" + String(repeating: "-abcdefgh", count: 27), "1", "x", "en-us", "EN",
    ])
    func anyStoredTagCanBeRemoved(tag: String) throws {
        let server = try JudgedServer()
        let attributes = LocaleAttributes(name: nil, fallback: [], isPlanned: false)
        try server.add(try server.event(1, .localeAdded(attributes), locale: tag, key: nil))
        try server.git("checkout", "-q", "--", ".")
        #expect(try server.work("locale list --format json").contains("\"\(tag)\""))
        try server.work("locale remove \(tag)", as: JudgedServer.mara)
        #expect(!(try server.work("locale list --format json").contains("\"\(tag)\"")))
        try server.work("export --format i18next-json --output out")
    }
}
