import Foundation
import Interchange
import TestWorld
import Testing
import Texts
import Translation

/// Third-party programs that validate files; tests without the program are skipped.
enum Tool {
    /// Returns the path of an installed program.
    static func find(_ name: String) -> String? {
        let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return directories.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Debian's Python, which has Debian's modules.
    static let python = ["/usr/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}

extension Sandbox {
    /// Runs a validator and returns its output; the test fails if the validator does.
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

/// Returns a string of the section `default` with its texts, to be written.
func exported(
    _ key: String, _ source: Value, _ value: Value?, details: StringDetails = StringDetails(),
    text: TextDetails = TextDetails()
) -> ExportEntry {
    ExportEntry(
        string: StringID(section: "default", key: key), source: source, value: value,
        details: details, textDetails: text)
}

/// Returns a plural without an argument.
func forms(_ cases: KeyValuePairs<String, String>) throws -> Value {
    try #require(plural(cases, argument: nil))
}

/// Returns the export options that tests use for a language.
func options(isSource: Bool = false, _ untranslated: ExportOptions.Untranslated = .omit)
    -> ExportOptions
{
    ExportOptions(
        defaultSection: "default", isSource: isSource, untranslated: untranslated,
        sourceLanguage: LanguageTag("en"))
}

/// Returns a language tag that must be valid.
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
