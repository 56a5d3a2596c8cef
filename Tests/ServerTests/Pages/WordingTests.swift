import Checks
import Foundation
import Interchange
import Languages
import TestKit
import Testing
import Texts
import Translation
import Words

@testable import ServerPages

/// The texts of the pages, in all languages.
@Suite struct WordingTests {
    private static let module = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/FrontEnds/ServerPages")

    /// Returns the names and contents of the module's files with an extension.
    private static func files(_ ending: String) throws -> [(name: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: module.path).sorted()
            .filter { $0.hasSuffix("." + ending) }.map { name in
                let file = module.appendingPathComponent(name)
                return (name, try String(contentsOf: file, encoding: .utf8))
            }
    }

    private static func source() throws -> [StringID: Value] {
        try WordFiles.all[0].values(nil)
    }

    // MARK: Names

    /// The names of texts that the module uses.
    private static func usedKeys() throws -> Set<String> {
        let names = Set(try source().keys.map(\.key))
        let groups = Set(names.map { $0.prefix { $0 != "." } })
        var used: Set<String> = []
        for (_, text) in try files("mustache") {
            for match in text.matches(of: /\[\[(.*?)\]\]/) { used.insert(String(match.1)) }
        }
        for (_, text) in try files("swift") {
            for match in text.matches(of: /"([a-z][A-Za-z0-9]*)\.([A-Za-z0-9]+)"/)
            where groups.contains(match.1) && match.2 != "js" {
                used.insert("\(match.1).\(match.2)")
            }
        }
        for (_, text) in try files("js") {
            for match in text.matches(of: /\bwords\('([a-zA-Z]+)'/) {
                used.insert(Wording.scriptPrefix + match.1)
            }
            // Other arguments may be values, and only count as names if they are names.
            for call in text.matches(of: /words\w*\(((?:[^()]|\([^()]*\))*)\)/) {
                for match in call.1.matches(of: /'([a-zA-Z]+)'/) {
                    let name = Wording.scriptPrefix + match.1
                    if names.contains(name) { used.insert(name) }
                }
            }
        }
        return used
    }

    /// Names that scripts put together, or look up in a table.
    private static let derived: Set<String> = [
        "script.acceptedMark", "script.rejectedMark", "script.acceptedThis", "script.deletedThis",
        "script.rejectedThis", "script.replacedThis", "script.live", "script.offline",
        "script.reconnecting",
    ]

    @Test func everyTextIsUsedAndExists() throws {
        let keys = Set(try Self.source().keys.map(\.key))
        let used = try Self.usedKeys().union(Self.derived)
        #expect(used.subtracting(keys).sorted() == [], "used, but not in en.json")
        #expect(keys.subtracting(used).sorted() == [], "in en.json, but not used")
        #expect(keys.count > 500)
    }

    @Test func everyFileIsLoaded() throws {
        let names = try Self.files("json").map(\.name).filter { $0.hasPrefix("Words/") }
        #expect(Set(names) == Set(WordFiles.all.map { "Words/\($0.tag).json" }))
        #expect(WordFiles.all.first?.tag == "en")
    }

    // MARK: Translations

    /// Every language has every text with the plural forms of the language, and nothing else.
    @Test(arguments: WordFiles.all.map(\.tag).dropFirst())
    func translationsAreComplete(tag: String) throws {
        let source = try Self.source()
        let file = try #require(WordFiles.all.first { $0.tag == tag })
        let texts = try file.values(source)
        #expect(Set(texts.keys.map(\.key)) == Set(source.keys.map(\.key)))
        let categories = PluralRules.categories(of: tag, .cardinal).map(\.rawValue)
        for (string, value) in source {
            switch (value, texts[string]) {
            case (.text, .text(let text)):
                #expect(!text.string.isEmpty, "\(string.key)")
            case (.choice, .choice(let choice)):
                #expect(choice.cases.map(\.name.string) == categories, "\(string.key)")
            default: Issue.record("\(string.key) has another shape in \(tag)")
            }
        }
    }

    /// The product's own checks, which also compare placeholders and markup.
    @Test(arguments: WordFiles.all.map(\.tag).dropFirst())
    func checksFindNothing(tag: String) throws {
        let source = try Self.source()
        let file = try #require(WordFiles.all.first { $0.tag == tag })
        let checks = Checks.textChecks(of: try #require(LanguageTag(tag)))
        let categories = PluralCategories(
            cardinal: PluralRules.categories(of: tag, .cardinal).map(\.rawValue),
            ordinal: PluralRules.categories(of: tag, .ordinal).map(\.rawValue),
            numbers: { category, _ in category == "other" ? [100, 101, 102, 200] : nil })
        for (string, value) in try file.values(source).sorted(by: { $0.key < $1.key }) {
            let findings = checks.findings(
                in: CheckSubject(
                    source: try #require(source[string]), target: value, categories: categories,
                    sourceLanguage: LanguageTag("en")))
            // Short words, such as “Name” and “Filter”, can be the same in both languages.
            let own = findings.filter { $0.check != "unchanged" && $0.severity != .info }
            #expect(own.map(\.message) == [], "\(string.key)")
        }
    }

    /// A text has the same holes in all languages; a plural form may leave the count out.
    @Test func holesAreTheSame() throws {
        let source = try Self.source()
        func holes(_ text: String) -> [String] {
            Pattern(text).holes.filter { $0 != "count" }.sorted()
                + text.matches(of: /<[^>]*>/).map { String($0.0) }.sorted()
        }
        for file in WordFiles.all {
            for (string, value) in try file.values(source) {
                let expected = holes(source[string]?.texts.last?.text ?? "")
                for (_, text) in value.texts {
                    #expect(holes(text) == expected, "\(file.tag) \(string.key)")
                    #expect(!text.contains("{{{") && !text.contains("{{&"), "\(string.key)")
                }
            }
        }
    }

    // MARK: Words outside the files

    /// Templates have no words of their own.
    @Test func templatesContainNoWords() throws {
        // Names, examples of input, and keys of the keyboard.
        let allowed: Set<String> = [
            "Dragoman", "JSON", "Markdown", "dragoman import en/common.json", "fr de", "K5V7QX",
            "Esc", "Enter", "Ctrl ↵", "Alt ↵", "Alt ↓", "Alt ↑", "https://", "production",
            "&gt;=3.2 &lt;5", "-----BEGIN SSH SIGNATURE-----", "tar.gz", "zip", ".zip",
            "git tag v1.0 &amp;&amp; git push origin v1.0", "dragoman bundle --rev v1.0 -o dist",
        ]
        for (name, text) in try Self.files("mustache") {
            var plain = text.replacing(/\{\{![^}]*\}\}/, with: "")
            plain = plain.replacing(/\[\[.*?\]\]/, with: "").replacing(/\{\{[^}]*\}\}/, with: "")
            let shown =
                plain.matches(of: /(?:aria-label|placeholder|title|alt)="([^"]*)"/).map(\.1)
                + plain.replacing(/<[^>]*>/, with: "\u{0}").split(separator: "\u{0}")
            for words in shown.map({ String($0).trimmed })
            where words.count > 1 && words.contains(where: \.isLetter) {
                #expect(allowed.contains(words), "\(name): “\(words)”")
            }
        }
    }

    /// Scripts have no sentences of their own.
    @Test func scriptsContainNoSentences() throws {
        for (name, text) in try Self.files("js") {
            let code = text.replacing(/\/\*\*.*?\*\//.dotMatchesNewlines(), with: "")
                .replacing(/\/\/[^\n]*/, with: "")
            for match in code.matches(of: /['`]([A-Z][a-z]+ [^'`]*|[A-Z][a-z]+[.…])['`]/) {
                Issue.record("\(name): \(match.0)")
            }
        }
    }

    // MARK: Loading

    @Test func textsAreFilled() throws {
        let wordings = try Wordings.builtIn.get()
        let english = wordings.english
        #expect(english("counts.strings", count: 1) == "1 string")
        #expect(english("counts.strings", count: 1_234) == "1,234 strings")
        #expect(english("counts.strings", count: 1_000, ["count": "1,000+"]) == "1,000+ strings")
        #expect(english("events.acceptedBy", ["author": "Mara"]) == "accepted the proposal by Mara")
        #expect(english.list(["a", "b", "c"]) == "a, b and c")
        #expect(english.date(3, month: 11, year: 2026) == "3 November 2026")
        let german = try #require(wordings.named("de"))
        #expect(german("counts.strings", count: 1_234) == "1.234 Strings")
        #expect(german.language(try #require(LanguageTag("fr"))) == "Französisch")
        let arabic = try #require(wordings.named("ar"))
        #expect(arabic.direction == "rtl")
        #expect(arabic("counts.strings", count: 2) == "سلسلتان")
        #expect(arabic("counts.strings", count: 11) == "11 سلسلة")
        #expect(arabic("list.select", ["key": "a.b"]) == "تحديد \u{2068}a.b\u{2069}")
    }

    /// A language that lacks a text shows the English one.
    @Test func missingTextsAreEnglish() throws {
        let own = Phrase(Value("Konto"))
        let wording = Wording(
            try #require(LanguageTag("de")), ["account.title": try #require(own)],
            fallback: try Wordings.builtIn.get().english)
        #expect(wording("account.title") == "Konto")
        #expect(wording("account.name") == "Name")
        #expect(wording("counts.strings", count: 5) == "5 strings")
    }

    @Test(
        arguments: [
            (nil, nil, "en"), (nil, "de-AT,en;q=0.8", "de"), (nil, "fr,ar-EG;q=0.9,de;q=0.8", "ar"),
            (nil, "en-GB,de", "en"), (nil, "fr", "en"), (nil, "*", "en"), ("ar", "de", "ar"),
            ("xx", "de", "de"), (nil, "arn", "en"), (nil, ";;,", "en"),
        ] as [(String?, String?, String)])
    func theLanguageIsChosen(chosen: String?, header: String?, tag: String) throws {
        let wordings = try Wordings.builtIn.get()
        #expect(wordings.wording(chosen: chosen, accepting: header).tag.rawValue == tag)
    }

    @Test func templatesAreFilled() throws {
        let wordings = try Wordings.builtIn.get()
        #expect(try wordings.english.fill("<p>[[login.token]] {{x}}</p>") == "<p>Token {{x}}</p>")
        #expect(
            try wordings.english.fill("[[edit.title]]")
                == #"Edit <code dir="auto">{{keyName}}</code>"#)
        #expect(throws: Wording.Missing.self) { try wordings.english.fill("[[no.such]]") }
        #expect(
            TextMarkup.escaped(#"<b> & "<code>x</code>""#)
                == "&lt;b&gt; &amp; &quot;<code>x</code>&quot;")
        let arabic = try #require(wordings.named("ar"))
        #expect(try arabic.fill("[[list.select]]") == "تحديد \u{2068}{{key}}\u{2069}")
    }

    /// Events have the same words in English as everywhere else.
    @Test func eventsReadAsInTheLog() throws {
        let english = try Wordings.builtIn.get().english
        let removal =
            #"{"v":1,"id":"01JD6Q3ZK8V7M2T4C9B0XWYRGK","type":"locale.removed","at":"2024-11-21T09:30:05.001Z","locale":"fr"}"#
        let lines = try DataModelPage.fenced("json") + DataModelPage.fenced("log") + [removal]
        var types: Set<String> = []
        for line in lines where line.hasPrefix(#"{"v":"#) {
            guard case .event(let event) = try Event.read(line: line.utf8) else { continue }
            types.insert(event.payload.typeName)
            for (isRenewal, author) in [(false, nil), (true, "Mara")] as [(Bool, String?)] {
                let words = EventWords(event, isRenewal: isRenewal, author: author)
                let texts = EventTexts(event, english, isRenewal: isRenewal, author: author)
                #expect(texts.headline == words.headline)
                #expect(texts.story == words.story)
                #expect(texts.reason == words.reason)
                #expect(texts.remark == words.remarks.first)
                let facts = words.facts.compactMap { fact in
                    if case .words(let words) = fact { words } else { nil }
                }
                #expect(texts.facts == facts)
            }
        }
        #expect(types.isSuperset(of: Payload.knownTypes))
    }
}
