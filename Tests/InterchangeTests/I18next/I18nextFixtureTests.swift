import Foundation
import Interchange
import Testing
import Texts
import Translation

struct I18nextFixtureTests {
    @Test(arguments: [
        ("next/en/client-page.json", "en", "client-page", 5),
        ("next/en/common.json", "en", "common", 12), ("next/en/footer.json", "en", "footer", 1),
        ("next/en/lazy-reload-page.json", "en", "lazy-reload-page", 3),
        ("next/en/second-page.json", "en", "second-page", 3),
        ("next/de/client-page.json", "de", "client-page", 5),
        ("next/de/common.json", "de", "common", 12), ("next/de/footer.json", "de", "footer", 1),
        ("next/de/lazy-reload-page.json", "de", "lazy-reload-page", 3),
        ("next/de/second-page.json", "de", "second-page", 3),
        ("react/en/translation.json", "en", "translation", 3),
        ("react/de/translation.json", "de", "translation", 3),
        ("react/sv/translation.json", "sv", "translation", 3),
        ("storybook/ar/translation.json", "ar", "translation", 3),
    ])
    func comesBackAsItWas(path: String, language: String, section: String, count: Int) throws {
        let format = I18nextJSON()
        let bytes = try fixture(path)
        #expect(
            format.place(ofPath: path) == FilePlace(language: language, section: section))
        let context = ReadContext(section: section, isSource: true)
        let file = try format.read(bytes, context: context)
        #expect(file.entries.count == count)
        #expect(file.notices.isEmpty)

        let entries = try file.entries.map { entry in
            let value = try #require(entry.value)
            return ExportEntry(string: entry.string, source: value, value: value)
        }
        let result = try format.write(
            entries, language: try #require(LanguageTag(language)),
            options: ExportOptions(defaultSection: "translation", isSource: true))
        #expect(result.unrepresentable.isEmpty)
        let output = try #require(result.files.first)
        #expect(output.path == "\(language)/\(section).json")
        #expect(output.bytes == bytes + (bytes.last == 0x0A ? [] : [0x0A]))
    }

    @Test func saysWhyAFileIsNoJSON() throws {
        let bytes = try fixture("invalid.json")
        let error = #expect(throws: InterchangeError.self) {
            try I18nextJSON().read(bytes, context: ReadContext(section: "x", isSource: true))
        }
        #expect(error?.line == 1)
        #expect(error?.column == 1)
    }

    private func fixture(_ path: String) throws -> [UInt8] {
        let url = try #require(
            Bundle.module.url(forResource: "Fixtures/i18next/" + path, withExtension: nil))
        return [UInt8](try Data(contentsOf: url))
    }
}
