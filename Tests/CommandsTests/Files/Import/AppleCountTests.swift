import Foundation
import TestWorld
import Testing
import Texts

/// Plurals of exported `.stringsdict` files, resolved as Apple documents, compared with `get
/// --count`.
///
/// Foundation on Linux cannot resolve them: `Bundle.localizedString` of swift-corelibs-foundation
/// 6.3 crashes if an entry is a dictionary. It only reads the property lists.
@Suite struct AppleCountTests {
    private static let numbers = [0, 1, 2, 3, 5, 6, 11, 21, 22, 25, 100, 101, 111, 1_000_000]

    @Test(arguments: ["en", "fr", "pl", "ru", "ar", "ja", "cs", "lv", "he", "cy", "sl", "pt-BR"])
    func countsAsGetDoes(language: String) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(list(of: "en"), to: "app/en.lproj/Localizable.stringsdict")
        try sandbox.write(list(of: language), to: "app/\(language).lproj/Localizable.stringsdict")
        Sessions.prepare(
            sandbox,
            [
                "import en.lproj/Localizable.stringsdict", "locale add \(language)",
                "import \(language).lproj/Localizable.stringsdict",
                "export --format apple-strings -l \(language) -o out",
            ])
        let table = try StringsDictionary(
            sandbox.read("app/out/\(language).lproj/Localizable.stringsdict"), language: language)
        #expect(table.keys == ["files", "left", "trip"])
        for key in table.keys {
            for number in Self.numbers {
                let got = sandbox.run(
                    ["get", language, key, "--count", String(number)], in: "app")
                #expect(
                    try table.text(key, for: number) + "\n" == got.output,
                    "\(key) \(number): \(got.errors)")
            }
        }
    }

    /// Plurals with a text for each category of a language: a bare one, one within a text, and two in one text.
    private func list(of language: String) -> String {
        func rule(_ name: String) -> String {
            let forms = PluralRules.categories(of: language, .cardinal).map {
                "<key>\($0.rawValue)</key><string>%d \(name) (\($0.rawValue))</string>"
            }
            return """
                <key>\(name)</key><dict>
                <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
                <key>NSStringFormatValueTypeKey</key><string>d</string>
                \(forms.joined(separator: "\n"))
                </dict>

                """
        }
        func entry(_ key: String, _ format: String, _ names: [String]) -> String {
            """
            <key>\(key)</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>\(format)</string>
            \(names.map(rule).joined())</dict>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            \(entry("files", "%#@files@", ["files"]))\
            \(entry("left", "Only %#@files@ left", ["files"]))\
            \(entry("trip", "%#@files@ in %#@folders@", ["files", "folders"]))\
            </dict></plist>
            """
    }
}

/// A `.stringsdict` as Foundation's property lists read it, and its texts for a number by Apple's
/// rules.
///
/// See <https://developer.apple.com/library/archive/documentation/MacOSX/Conceptual/BPInternational/StringsdictFileFormat/StringsdictFileFormat.html>.
private struct StringsDictionary {
    private let entries: [String: [String: Any]]
    private let language: String

    private struct Fault: Error {
        let sentence: String
    }

    init(_ text: String, language: String) throws {
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        entries = try #require(list as? [String: [String: Any]])
        self.language = language
    }

    var keys: [String] { entries.keys.sorted() }

    /// Returns the text of a key; each variable has the form of the number's category, or of
    /// `other`.
    func text(_ key: String, for number: Int) throws -> String {
        let entry = try #require(entries[key])
        let format = try #require(entry["NSStringLocalizedFormatKey"] as? String)
        return try replacing(format, in: entry, for: number)
    }

    private func replacing(
        _ format: String, in entry: [String: Any], for number: Int
    ) throws -> String {
        var parts = format.components(separatedBy: "%#@")
        var text = parts.removeFirst()
        for part in parts {
            let end = try #require(part.firstIndex(of: "@"))
            let rule = try #require(entry[String(part[..<end])] as? [String: Any])
            guard rule["NSStringFormatSpecTypeKey"] as? String == "NSStringPluralRuleType",
                rule["NSStringFormatValueTypeKey"] as? String == "d"
            else { throw Fault(sentence: "\(part) is no plural of integers.") }
            let category = PluralRules.category(for: number, in: language, .cardinal).rawValue
            let form = try #require(rule[category] as? String ?? rule["other"] as? String)
            text += try replacing(form, in: entry, for: number) + part[part.index(after: end)...]
        }
        return text
    }
}
