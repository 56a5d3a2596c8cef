import Interchange
import TestKit
import Testing
import Texts
import Translation

/// Texts of parts that formats escape, hide or truncate.
enum RandomText {
    private static let parts = [
        "a", "b", " ", "\n", "\r\n", "\r", "\t", "\"", "'", "\\", "=", "+", "-", "@", "#", "!", ":",
        ",", ";",
        "\u{1}", "\0", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "é", "e\u{301}", "\u{301}", "日本",
        "😀", "__", "\\u00e9",
        "{n}",
    ]

    static func text(_ random: inout SplitMix64) -> String {
        (0..<random.number(in: 0...5)).map { _ in random.pick(parts) }.joined()
    }
}

/// Written texts are read back unchanged, and all others are listed.
struct TextFormatPropertyTests {
    private func entries(_ random: inout SplitMix64) throws -> [ExportEntry] {
        var entries: [ExportEntry] = []
        var known: Set<StringID> = []
        for _ in 0..<random.number(in: 1...10) {
            let key = RandomText.text(&random)
            guard known.insert(StringID(section: "default", key: key)).inserted else { continue }
            let source = Value(RandomText.text(&random))
            let value: Value? =
                switch random.number(in: 0...4) {
                case 0: nil
                case 1:
                    try forms(["one": RandomText.text(&random), "other": RandomText.text(&random)])
                case 2: .list([Value(RandomText.text(&random)), Value("x")])
                default: Value(RandomText.text(&random))
                }
            entries.append(
                exported(
                    key, source, value, details: StringDetails(comment: RandomText.text(&random))))
        }
        return entries
    }

    @Test(arguments: 0..<60, ["nstack-json", "java-properties", "arb"])
    func filesComeBack(seed: Int, name: String) throws {
        var random = SplitMix64(seed: seed)
        let format = try #require(FileFormats.named(name))
        let isSource = random.chance(1, in: 3)
        let entries = try entries(&random).map {
            isSource
                ? ExportEntry(
                    string: $0.string, source: $0.source, value: $0.source, details: $0.details)
                : $0
        }
        let result = try format.write(
            entries, language: language("de"), options: options(isSource: isSource))
        let file = try format.read(text: result.text, isSource: isSource)
        #expect(file.notices.isEmpty)
        let leftOut = Set(result.unrepresentable.map(\.string))
        var wanted: [StringID: Value] = [:]
        for entry in entries where !leftOut.contains(entry.string) {
            wanted[entry.string] = entry.value
        }
        var found: [StringID: Value] = [:]
        for entry in file.entries { found[entry.string] = entry.value }
        #expect(found == wanted)
        if isSource, format.traits.carriesDetails {
            for entry in file.entries {
                let own = entries.first { $0.string == entry.string }?.details.comment
                #expect(entry.details.comment == nil || entry.details.comment == own)
            }
        }
        let again = try format.write(
            entries, language: language("de"), options: options(isSource: isSource))
        #expect(again.files == result.files)
    }

    @Test(arguments: 0..<150)
    func tablesComeBack(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let format = TranslationTable()
        let german = try entries(&random)
        let languages = [
            LanguageEntries(
                language: try language("en"), isSource: true,
                entries: german.map {
                    ExportEntry(string: $0.string, source: $0.source, value: $0.source)
                }),
            LanguageEntries(language: try language("de"), isSource: false, entries: german),
        ]
        let result = try format.write(languages, options: options(isSource: true))
        let leftOut = Set(result.unrepresentable.map(\.string))
        for part in languages {
            let file = try format.read(
                text: result.text, isSource: part.isSource, language: part.language.rawValue)
            #expect(file.notices.isEmpty)
            for entry in part.entries where !leftOut.contains(entry.string) {
                #expect(file.entries.first { $0.string == entry.string }?.value == entry.value)
            }
        }
        #expect(try format.write(languages, options: options(isSource: true)).files == result.files)
    }

    /// A truncated file is refused or has fewer texts.
    @Test(arguments: ["po", "nstack-json", "java-properties", "arb"])
    func cutFilesDoNoHarm(name: String) throws {
        let format = try #require(FileFormats.named(name))
        let entries = [
            exported("a", Value("é x"), Value("é \"x\"\n\ty")),
            exported("b", Value("z"), Value("z z")),
        ]
        let result = try format.write(entries, language: language("de"), options: options())
        let bytes = try #require(result.files.first).bytes
        for count in bytes.indices {
            let context = ReadContext(section: "default", isSource: false)
            do {
                let file = try format.read(Array(bytes[..<count]), context: context)
                #expect(file.entries.count <= 2)
            } catch {
                #expect(!error.hint.typed.isEmpty)
            }
        }
    }
}
