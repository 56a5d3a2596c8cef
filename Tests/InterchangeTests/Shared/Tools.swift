import Foundation
import Interchange
import TestWorld
import Testing
import Texts
import Translation

/// Programs of others that say whether files are right; tests that lack one are skipped.
enum Tool {
    /// The path of an installed program.
    static func find(_ name: String) -> String? {
        let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return directories.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Debian's Python, which Debian's modules belong to.
    static let python = ["/usr/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}

extension Sandbox {
    /// Runs a judge and returns what it said; fails the test if it was not content.
    func judge(_ program: String?, _ arguments: String...) throws -> String {
        let result = try execute(try #require(program), arguments)
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    /// Writes exported files.
    func write(_ result: ExportResult) throws {
        for file in result.files {
            let url = URL(fileURLWithPath: directory + "/" + file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: url)
        }
    }
}

/// A string of the section `default` with its texts, to be written.
func exported(
    _ key: String, _ source: Value, _ value: Value?, details: StringDetails = StringDetails(),
    text: TextDetails = TextDetails()
) -> ExportEntry {
    ExportEntry(
        string: StringID(section: "default", key: key), source: source, value: value,
        details: details, textDetails: text)
}

/// A plural without an argument.
func forms(_ cases: KeyValuePairs<String, String>) throws -> Value {
    try #require(plural(cases, argument: nil))
}

/// How files of a language are written in tests.
func options(isSource: Bool = false, _ untranslated: ExportOptions.Untranslated = .omit)
    -> ExportOptions
{
    ExportOptions(
        defaultSection: "default", isSource: isSource, untranslated: untranslated,
        sourceLanguage: LanguageTag("en"))
}

/// A language tag that is known to be one.
func language(_ tag: String) throws -> LanguageTag { try #require(LanguageTag(tag)) }

extension ExportResult {
    /// The first file as text.
    var text: String { String(decoding: files.first?.bytes ?? [], as: UTF8.self) }
}

extension FileFormat {
    /// Reads a text as a file of the section `default`.
    func read(
        text: String, isSource: Bool = false, sources: [ExportEntry] = [], language: String? = nil
    ) throws -> ReadFile {
        let values = sources.map { ($0.string, $0.source) }
        return try read(
            Array(text.utf8),
            context: ReadContext(
                section: "default", isSource: isSource,
                shape: SourceShape(
                    values: Dictionary(values, uniquingKeysWith: { first, _ in first })),
                language: language))
    }
}
