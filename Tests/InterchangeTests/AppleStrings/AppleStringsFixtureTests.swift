import Foundation
import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("Apple's tables: what apps have")
struct AppleStringsFixtureTests {
    private let format = AppleStrings()

    @Test func readsEveryStatement() throws {
        let file = try read(Fixture.bytes("apple/Localizable.strings"))
        let expected: [(String, Value, String?)] = [
            ("greeting", "Hello, %@!", "On the first page."), ("OK", "OK", nil),
            (
                "escapes", "a\nb\tc\r\"d\" \\ 'e' é😀 A \u{1F}",
                "A line, and\nanother one."
            ),
            ("bare_key", "bare.value-1/2:$x", "one\ntwo"), ("single", "it \"is\"", nil),
            ("alone", "alone", nil), ("two\nlines", "kept\nas they are", nil), ("empty", "", nil),
            ("a /* no comment */ b", "// no comment", nil),
        ]
        #expect(file.entries.map(\.string.key) == expected.map(\.0))
        #expect(file.entries.map(\.value) == expected.map(\.1))
        #expect(file.entries.map(\.details.comment) == expected.map(\.2))
        #expect(file.entries.map(\.line) == [7, 10, 14, 16, 17, 18, 19, 22, 23])
        #expect(file.notices.map(\.isLeftOut) == [false])
        #expect(file.entries[7].isDeliberatelyEmpty)
    }

    /// genstrings writes UTF-16.
    @Test(arguments: [true, false])
    func readsUTF16(isLittle: Bool) throws {
        let text = try Fixture.text("apple/Localizable.strings")
        let bytes = (Array("\u{FEFF}".utf16) + Array(text.utf16)).flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? pair : pair.reversed()
        }
        #expect(try read(bytes).entries == read(Array(text.utf8)).entries)
        #expect(throws: InterchangeError.self) { try read(bytes.dropLast()) }
        #expect(throws: InterchangeError.self) { try read(Array(bytes.dropFirst(2))) }
    }

    @Test func readsEveryRule() throws {
        let file = try read(Fixture.bytes("apple/Localizable.stringsdict"))
        #expect(file.notices == [])
        let entries = Dictionary(uniqueKeysWithValues: file.entries.map { ($0.string.key, $0) })
        guard case .choice(let items)? = entries["items"]?.value,
            case .format(let text, let variables)? = entries["files in folders"]?.value,
            case .choice(let unprinted)? = entries["unprinted"]?.value
        else {
            Issue.record("They are read as something else.")
            return
        }
        #expect(items.selector == .plural && items.argument == "count")
        #expect(items.cases.map(\.value) == ["no items", "%lld item", "%lld items"])
        #expect(entries["items"]?.details.comment == "How many items.")
        #expect(entries["items"]?.details.meta == nil)
        #expect(text == "%1$#@files@ in %2$#@folders@")
        #expect(variables.map(\.name) == ["files", "folders"])
        #expect(variables.map(\.spec) == ["lu", "d"])
        #expect(unprinted.argument == nil)
        #expect(
            entries["unprinted"]?.details.meta?["valueTypes"] == .object { $0.add("value", "lu") })
        #expect(entries["width"]?.value?.texts.map(\.path) == [["5"], ["20"]])
        #expect(
            entries["device"]?.value?.texts.map(\.path)
                == [["applewatch"], ["mac"], ["other", "one"], ["other", "other"]])
    }

    /// Rules are restored byte for byte; statements have one form, and are read as the same.
    @Test func comesOutAgain() throws {
        let rules = try Fixture.bytes("apple/Localizable.stringsdict")
        let statements = try Fixture.bytes("apple/Localizable.strings")
        let entries = try read(statements).entries + read(rules).entries
        let files = try write(entries)
        #expect(
            files.map(\.path) == [
                "en.lproj/Localizable.strings", "en.lproj/Localizable.stringsdict",
            ])
        #expect(
            String(decoding: files[1].bytes, as: UTF8.self)
                == String(decoding: rules, as: UTF8.self))
        let again = try read(files[0].bytes)
        let first = try read(statements)
        #expect(again.notices == [])
        #expect(again.entries.map(\.value) == first.entries.map(\.value))
        #expect(again.entries.map(\.details) == first.entries.map(\.details))
    }

    /// Foundation reads the same texts from apps' files.
    @Test func saysWhatFoundationSays() throws {
        let file = try read(Fixture.bytes("apple/Localizable.strings"))
        try FoundationJudge.compare(
            file.entries, Fixture.bytes("apple/Localizable.strings"), .init())
    }

    /// `Bundle` finds the written texts, and numbers select the plural.
    @Test func bundlesFindWhatIsWritten() throws {
        let entries =
            try read(Fixture.bytes("apple/Localizable.strings")).entries
            + read(Fixture.bytes("apple/Localizable.stringsdict")).entries
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("bundle-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in try write(entries) {
            let url = folder.appendingPathComponent(file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: url)
        }
        let bundle = try #require(Bundle(path: folder.path))
        for entry in entries {
            guard let text = entry.value?.plainText, !text.isEmpty else { continue }
            #expect(
                bundle.localizedString(forKey: entry.string.key, value: "?", table: nil) == text)
        }
    }

    private func read(_ bytes: [UInt8]) throws -> ReadFile {
        try format.read(bytes, context: ReadContext(section: "s", isSource: true))
    }

    private func write(_ entries: [FileEntry]) throws -> [OutputFile] {
        let result = try format.write(
            entries.compactMap { entry in
                entry.value.map {
                    ExportEntry(
                        string: entry.string, source: $0, value: $0, details: entry.details)
                }
            }, language: #require(LanguageTag("en")),
            options: ExportOptions(defaultSection: "s", isSource: true))
        #expect(result.unrepresentable == [])
        return result.files
    }
}

/// Foundation's property-list reader.
enum FoundationJudge {
    /// Compares the texts of strings with those of a property list, in which `rules` are the
    /// additional strings.
    static func compare(
        _ entries: [FileEntry], _ bytes: [UInt8], _ rules: Set<StringID>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var format = PropertyListSerialization.PropertyListFormat.xml
        let list = try PropertyListSerialization.propertyList(
            from: Data(bytes), format: &format)
        let said = try #require(list as? [String: Any], sourceLocation: sourceLocation)
        #expect(said.count == entries.count, sourceLocation: sourceLocation)
        for entry in entries where !rules.contains(entry.string) {
            let text = said[entry.string.key] as? String
            #expect(
                text.map { Array($0.unicodeScalars) }
                    == entry.value?.plainText.map { Array($0.unicodeScalars) },
                "\(entry.string.key.debugDescription)", sourceLocation: sourceLocation)
        }
    }

    /// Returns all texts of a property list, sorted.
    static func texts(_ bytes: [UInt8]) throws -> [String] {
        func texts(_ value: Any) -> [String] {
            if let text = value as? String { return [text] }
            return (value as? [String: Any] ?? [:]).flatMap { texts($0.value) }
        }
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return texts(list).sorted()
    }
}
