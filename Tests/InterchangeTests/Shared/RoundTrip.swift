import Interchange
import Testing
import Texts
import Translation

/// Writes strings and reads them back.
struct RoundTrip {
    let format: any FileFormat
    /// The strings that the format accepted, as read back from all files.
    var entries: [StringID: FileEntry] = [:]
    var result: ExportResult

    /// Writes, reads every file with the shape of the source values, and checks that a second
    /// writing has the same result.
    init(
        _ format: some FileFormat, _ entries: [ExportEntry], language: String,
        options: ExportOptions, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        self.format = format
        let tag = try #require(LanguageTag(language))
        result = try format.write(entries, language: tag, options: options)
        let again = try format.write(entries, language: tag, options: options)
        #expect(again.files == result.files, sourceLocation: sourceLocation)
        let shape = SourceShape(
            values: Dictionary(uniqueKeysWithValues: entries.map { ($0.string, $0.source) }))
        for output in result.files {
            #expect(
                format.recognizes(path: output.path, bytes: output.bytes),
                sourceLocation: sourceLocation)
            let file = try format.read(
                output.bytes,
                context: ReadContext(
                    section: output.section ?? options.defaultSection, isSource: options.isSource,
                    shape: shape, language: format.traits.holdsAllLanguages ? language : nil))
            #expect(file.notices == [], sourceLocation: sourceLocation)
            for entry in file.entries {
                #expect(
                    self.entries.updateValue(entry, forKey: entry.string) == nil,
                    sourceLocation: sourceLocation)
            }
        }
    }

    /// Checks that each string was read back unchanged, or is listed.
    func check(_ entries: [ExportEntry], sourceLocation: SourceLocation = #_sourceLocation) {
        let leftOut = Set(result.unrepresentable.map(\.string))
        for entry in entries where !leftOut.contains(entry.string) {
            #expect(
                self.entries[entry.string]?.value == entry.value,
                "\(entry.string.key.debugDescription)", sourceLocation: sourceLocation)
            guard let source = self.entries[entry.string]?.source else { continue }
            #expect(
                source.hasTexts(of: entry.source), "\(entry.string.key.debugDescription)",
                sourceLocation: sourceLocation)
        }
        let known = Set(entries.map(\.string))
        #expect(
            self.entries.keys.allSatisfy { known.contains($0) }, sourceLocation: sourceLocation)
    }
}
