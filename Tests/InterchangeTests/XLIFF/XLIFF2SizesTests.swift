import Foundation
import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("Sizes of XLIFF 2")
struct XLIFF2SizesTests {
    private let format = XLIFF2()
    private let options = ExportOptions(
        defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en"))

    @Test func standardProfilesAreTheGreatestLength() throws {
        let file = try fixture()
        let limits = Dictionary(
            uniqueKeysWithValues: file.entries.map { ($0.string.key, $0.details.maximumLength) })
        #expect(limits["title"] == Definition.Limit(count: 24, unit: .grapheme))
        #expect(limits["name"] == Definition.Limit(count: 32, unit: .byte))
        #expect(limits["both"] == Definition.Limit(count: 10, unit: .grapheme))
        #expect(limits["units"] == Definition.Limit(count: 20, unit: .utf16))
        for key in ["range", "open", "free", "pixels", "odd", "loose"] {
            #expect(limits[key] == .some(nil), "\(key)")
        }
    }

    @Test func whatElseTheySayIsKept() throws {
        let file = try fixture()
        let meta = Dictionary(
            uniqueKeysWithValues: file.entries.map { ($0.string.key, $0.details.meta?["slr"]) })
        #expect(meta["title"] == .some(nil))
        #expect(meta["name"] == member("storage", ["normalization": "nfc"]))
        #expect(
            meta["both"]
                == member(
                    "storage", ["value": "16", "profile": "xliff:utf8", "normalization": "nfc"]))
        #expect(
            meta["range"] == member("general", ["value": "2,8", "profile": "xliff:codepoints"]))
        #expect(meta["open"] == member("general", ["value": "*", "profile": "xliff:codepoints"]))
        #expect(meta["odd"] == member("storage", ["value": "41", "profile": "xliff:utf16"]))
        #expect(meta["loose"] == member("general", ["value": "255", "profile": ""]))
        #expect(
            meta["pixels"]
                == .object { object in
                    object.add(
                        "general",
                        .object {
                            $0.add("value", "120px")
                            $0.add("profile", "example:font")
                            $0.add("normalization", "nfd")
                        })
                    object.add("info", "bold")
                })
        // Sizes of a whole file or group, data of profiles, and references to them are not
        // imported.
        #expect(
            file.notices.map(\.message) == [
                "The attribute size:storageRestriction of <file> is not imported.",
                "The attribute size:sizeRestriction of <group> is not imported.",
                "The attribute size:sizeInfoRef of <unit> is not imported.",
                "The element <size:data> is not imported.",
            ])
    }

    @Test func comesOutAgain() throws {
        let file = try fixture()
        let entries = file.entries.map {
            ExportEntry(
                string: $0.string, source: $0.source ?? "", value: $0.value, details: $0.details,
                textDetails: $0.textDetails)
        }
        let trip = try RoundTrip(format, entries, language: "fr", options: options)
        trip.check(entries)
        for entry in file.entries {
            #expect(trip.entries[entry.string]?.details == entry.details)
        }
        guard Judge.xmllint.isInstalled else { return }
        #expect(try Judge.fault(trip.result.files[0].bytes, schema: "xliff-core-2.0.xsd") == nil)
    }

    @Test func writesWhatTheStandardCanSay() throws {
        let text = try written([
            exported("a", "A", "B", details: limited(12, .grapheme)),
            exported("b", "A", "B", details: limited(12, .byte)),
            exported("c", "A", "B", details: limited(12, .width)),
        ])
        #expect(
            text.contains(
                #"<slr:profiles generalProfile="xliff:codepoints" storageProfile="xliff:utf8"/>"#))
        #expect(text.contains(#"name="a" slr:sizeRestriction="12">"#))
        #expect(text.contains(#"name="b" slr:storageRestriction="12">"#))
        #expect(text.contains(#"name="c">"#))
    }

    /// The profiles apply to a whole `<file>`, so that strings with another profile need another.
    @Test func stringsThatCountOtherwiseStandApart() throws {
        let text = try written([
            exported("a", "A", "B", details: limited(12, .utf16)),
            exported("b", "A", "B", details: limited(12, .byte)),
            exported("c", "A", "B", details: limited(3, .utf16)),
        ])
        #expect(text.components(separatedBy: "<file ").count == 3)
        #expect(text.contains(#"name="c" slr:storageRestriction="6">"#))
    }

    @Test func eachFormHasTheLimit() throws {
        let value = try forms(["one": "a file", "other": "files"])
        let entry = exported("files", value, value, details: limited(20, .grapheme))
        let text = try written([entry])
        #expect(text.components(separatedBy: #"slr:sizeRestriction="20""#).count == 3)
        let trip = try RoundTrip(format, [entry], language: "fr", options: options)
        #expect(trip.entries[entry.string]?.details.maximumLength == entry.details.maximumLength)
    }

    @Test func withoutLimitsThereIsNoModule() throws {
        #expect(try !written([exported("a", "A", "B")]).contains("slr"))
    }

    @Test(arguments: 0..<50)
    func limitsComeBack(seed: Int) throws {
        var strings = RandomStrings(seed: seed)
        let units = Definition.Limit.Unit.allCases
        let entries = strings.entries(isSource: false) { $0.text(1...3) }.enumerated().map {
            index, entry in
            var entry = entry
            entry.details = limited(Int64(index), units[(seed + index * 3) % units.count])
            return entry
        }
        let trip = try RoundTrip(format, entries, language: "ru", options: options)
        trip.check(entries)
        for entry in entries {
            guard let read = trip.entries[entry.string] else { continue }
            let limit = entry.details.maximumLength
            #expect(read.details.maximumLength == (limit?.unit == .width ? nil : limit))
        }
    }

    private func limited(_ count: Int64, _ unit: Definition.Limit.Unit) -> StringDetails {
        StringDetails(maximumLength: Definition.Limit(count: count, unit: unit))
    }

    private func member(_ name: String, _ texts: KeyValuePairs<String, String>) -> JSONValue?? {
        .object { object in
            object.add(
                name,
                .object { inner in for (key, text) in texts { inner.add(key, text) } })
        }
    }

    private func fixture() throws -> ReadFile {
        try format.read(
            Array(Fixture.text("xliff/sizes2.xlf").utf8),
            context: ReadContext(section: "s", isSource: false))
    }

    private func written(_ entries: [ExportEntry]) throws -> String {
        let result = try format.write(
            entries, language: #require(LanguageTag("fr")), options: options)
        let bytes = try #require(result.files.first).bytes
        if Judge.xmllint.isInstalled {
            #expect(try Judge.fault(bytes, schema: "xliff-core-2.0.xsd") == nil)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
