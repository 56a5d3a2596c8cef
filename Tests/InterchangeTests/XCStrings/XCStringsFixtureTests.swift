import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("String catalogues: what Xcode writes")
struct XCStringsFixtureTests {
    private let format = XCStrings()

    @Test(arguments: ["DurationPicker", "Constructs"])
    func comesOutByteForByte(name: String) throws {
        let bytes = try Fixture.bytes("xcstrings/\(name).xcstrings")
        let result = try format.write(
            try languages(of: bytes), options: ExportOptions(defaultSection: "s", isSource: true))
        // A new text that is empty or equals the source text counts as untranslated, and is not
        // written again.
        let untranslated = [
            """
                    "de" : {
                      "stringUnit" : {
                        "state" : "new",
                        "value" : ""
                      }
                    },

            """,
            """
                    "nb" : {
                      "stringUnit" : {
                        "state" : "new",
                        "value" : "Log in"
                      }
                    },

            """,
        ]
        var expected = String(decoding: bytes, as: UTF8.self)
        for unit in untranslated {
            let parts = expected.split(separator: unit, omittingEmptySubsequences: false)
            expected = parts.joined()
        }
        #expect(result.files.map(\.path) == ["Localizable.xcstrings"])
        #expect(result.unrepresentable == [])
        #expect(String(decoding: try #require(result.files.first).bytes, as: UTF8.self) == expected)
    }

    @Test func readsARealCatalogue() throws {
        let bytes = try Fixture.bytes("xcstrings/DurationPicker.xcstrings")
        let languages = try format.languages(in: bytes)
        #expect(languages.count == 38 && languages.first == "en" && languages.last == "zh-HK")
        let json = try #require(try JSONValue.parse(bytes).objectValue?["strings"]?.objectValue)
        for language in languages {
            let file = try read(bytes, language)
            #expect(file.notices == [] && file.language == language && file.entries.count == 12)
            for entry in file.entries {
                let unit = json[entry.string.key]?.objectValue?["localizations"]?
                    .objectValue?[language]?.objectValue?["stringUnit"]?.objectValue
                #expect(entry.value == unit?["value"]?.stringValue.map { Value($0) })
                #expect(entry.details.meta?["extractionState"] == "manual")
            }
        }
        let lines = try read(bytes, "en").entries.map(\.line)
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.compactMap { $0 }.allSatisfy { text[$0 - 1].hasPrefix("    \"") })
    }

    @Test func readsEveryConstruct() throws {
        let bytes = try Fixture.bytes("xcstrings/Constructs.xcstrings")
        let english = entries(try read(bytes, "en"))
        #expect(english["Cancel"]?.value == "Cancel" && english["Cancel"]?.details.meta == nil)
        #expect(english["%lld items"]?.details.comment == "How many items are in the basket.")
        #expect(english["product"]?.details.isTranslatable == false)
        #expect(english["login.title"]?.details.isTranslatable == true)
        #expect(
            english["login.title"]?.details.meta
                == object([
                    ("extractionState", "extracted_with_value"), ("sourceState", "new"),
                ]))
        #expect(
            english["device.hint"]?.value?.texts.map(\.path) == [
                ["iphone"], ["mac"], ["other", "one"], ["other", "other"],
            ])
        guard case .format(let text, let variables)? = english["files in folders"]?.value else {
            Issue.record("It is no format.")
            return
        }
        #expect(text.string == "%#@files@ in %#@folders@")
        #expect(variables.map(\.choice.argument) == ["1", "2"])
        #expect(variables.map(\.spec) == ["lld", "lld"])
        #expect(
            english["shortcuts"]?.value
                == .list([
                    "Start ${applicationName}", "Begin ${applicationName}",
                ]))
        let french = entries(try read(bytes, "fr"))
        #expect(french["login.title"]?.source == "Log in")
        #expect(french["login.title"]?.textDetails == TextDetails(needsWork: true))
        #expect(french["Cancel"]?.value == nil)
        #expect(
            french["line\nbreak \"quoted\" a/b"]?.textDetails.meta == object([("state", "stale")]))
        #expect(french["files in folders"]?.value?.depth == 3)
        #expect(entries(try read(bytes, "de"))["login.title"]?.value == nil)
        #expect(entries(try read(bytes, "nb"))["login.title"]?.value == nil)
        #expect(entries(try read(bytes, "sv"))["login.title"]?.textDetails.needsWork == true)
        let czech = entries(try read(bytes, "cs"))["%lld items"]
        #expect(czech?.textDetails.needsWork == true)
        #expect(czech?.value?.texts.map(\.path) == [["one"], ["few"], ["other"]])
    }

    private func languages(of bytes: [UInt8]) throws -> [LanguageEntries] {
        let names = try format.languages(in: bytes)
        let source = try read(bytes, names[0])
        let known = entries(source)
        return try names.map { name in
            let file = try read(bytes, name)
            #expect(file.notices == [])
            return LanguageEntries(
                language: try #require(LanguageTag(name)), isSource: name == names[0],
                entries: file.entries.compactMap { entry in
                    known[entry.string.key].flatMap { definition in
                        definition.value.map {
                            ExportEntry(
                                string: entry.string, source: $0, value: entry.value,
                                details: definition.details, textDetails: entry.textDetails)
                        }
                    }
                })
        }
    }

    private func read(_ bytes: [UInt8], _ language: String) throws -> ReadFile {
        try format.read(
            bytes,
            context: ReadContext(section: "s", isSource: language == "en", language: language))
    }

    private func entries(_ file: ReadFile) -> [String: FileEntry] {
        Dictionary(uniqueKeysWithValues: file.entries.map { ($0.string.key, $0) })
    }

    private func object(_ members: [(key: String, value: JSONValue)]) -> JSONObject {
        JSONObject(uniqueMembers: members)
    }
}
