import Interchange
import Testing
import Texts
import Translation

/// Written texts are read back unchanged, and all others are listed.
struct I18nextPropertyTests {
    @Test(arguments: 0..<200)
    func sourceFilesComeBack(seed: Int) throws {
        var random = I18nextRandom(seed: seed)
        let entries = Self.entries(&random) { _, source in source }
        try check(entries, isSource: true, isFlat: seed.isMultiple(of: 2), isShapeKnown: false)
    }

    @Test(arguments: 0..<200)
    func targetFilesComeBack(seed: Int) throws {
        var random = I18nextRandom(seed: seed &+ 1_000)
        let entries = Self.entries(&random) { random, source in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: nil
            case 1: random.value()
            default: source
            }
        }
        try check(entries, isSource: false, isFlat: seed.isMultiple(of: 2), isShapeKnown: true)
    }

    /// A key with any dots is nested and read back, if no other key conflicts.
    @Test(arguments: 0..<200)
    func loneKeysComeBack(seed: Int) throws {
        var random = I18nextRandom(seed: seed &+ 2_000)
        let string = StringID(section: "s", key: random.key())
        let value = Value(random.text())
        let result = try I18nextJSON().write(
            [ExportEntry(string: string, source: value, value: value)], language: Self.language(),
            options: ExportOptions(defaultSection: "s", isSource: false))
        #expect(result.unrepresentable.isEmpty)
        let shape = SourceShape(values: [string: value])
        let file = try I18nextJSON().read(
            try #require(result.files.first).bytes,
            context: ReadContext(section: "s", isSource: false, shape: shape))
        #expect(file.entries.map(\.string) == [string])
        #expect(file.entries.map(\.value) == [value])
    }

    /// The plurals of a file survive an import and an export.
    @Test(arguments: 0..<200)
    func filesComeBackFlat(seed: Int) throws {
        var random = I18nextRandom(seed: seed &+ 3_000)
        let entries = Self.entries(&random) { _, source in source }.map {
            let value = Value($0.string.key)
            return ExportEntry(string: $0.string, source: value, value: value)
        }
        // With another language, no key is a plural case, so that all keys are written.
        let options = ExportOptions(defaultSection: "s", isSource: false, isFlat: true)
        let first = try I18nextJSON().write(entries, language: Self.language(), options: options)
        #expect(first.unrepresentable.isEmpty)
        let source = try I18nextJSON().read(
            try #require(first.files.first).bytes,
            context: ReadContext(section: "s", isSource: true))
        #expect(Set(source.entries.map(\.string)).count == source.entries.count)
        let again = try source.entries.map { entry in
            let value = try #require(entry.value)
            return ExportEntry(string: entry.string, source: value, value: value)
        }
        for isSource in [true, false] {
            let options = ExportOptions(defaultSection: "s", isSource: isSource, isFlat: true)
            let second = try I18nextJSON().write(
                again, language: Self.language(), options: options)
            #expect(second.unrepresentable.isEmpty)
        }
    }

    private func check(
        _ entries: [ExportEntry], isSource: Bool, isFlat: Bool, isShapeKnown: Bool
    ) throws {
        let options = ExportOptions(defaultSection: "s", isSource: isSource, isFlat: isFlat)
        let result = try I18nextJSON().write(
            entries, language: Self.language(), options: options)
        let output = try #require(result.files.first)
        let shape = SourceShape(
            values: Dictionary(uniqueKeysWithValues: entries.map { ($0.string, $0.source) }))
        let file = try I18nextJSON().read(
            output.bytes,
            context: ReadContext(
                section: "s", isSource: isSource, shape: isShapeKnown ? shape : SourceShape(),
                language: Self.language().rawValue))
        #expect(file.notices.isEmpty)
        let leftOut = Set(result.unrepresentable.map(\.string))
        var expected: [StringID: Value] = [:]
        for entry in entries where !leftOut.contains(entry.string) {
            expected[entry.string] = entry.value
        }
        #expect(file.entries.count == expected.count)
        for entry in file.entries { #expect(entry.value == expected[entry.string]) }
        let again = try I18nextJSON().write(entries, language: Self.language(), options: options)
        #expect(again.files == result.files)
        #expect(again.unrepresentable == result.unrepresentable)
    }

    private static func entries(
        _ random: inout I18nextRandom,
        _ value: (inout I18nextRandom, Value) -> Value?
    ) -> [ExportEntry] {
        var strings: Set<StringID> = []
        var entries: [ExportEntry] = []
        for _ in 0..<Int.random(in: 1...15, using: &random) {
            let string = StringID(section: "s", key: random.key())
            guard strings.insert(string).inserted else { continue }
            let source = random.value()
            entries.append(
                ExportEntry(string: string, source: source, value: value(&random, source)))
        }
        return entries
    }

    private static func language() throws -> LanguageTag { try #require(LanguageTag("ru")) }
}
