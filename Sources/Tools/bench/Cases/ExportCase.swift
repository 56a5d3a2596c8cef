import EventStore
import Foundation
import Interchange
import ReadModel
import Texts
import Translation
import Workspace

/// Exports in this process, compared with writing the same texts from entries in memory.
struct ExportCase: BenchmarkCase {
    static let name = "export"
    static let summary =
        "export of one language and of all, XML and JSON, beside writing the same texts from memory"

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        let repository = try Corpus(bench).repository()
        let workspace = try Workspace.open(repository, host: .bench)
        guard let one = LanguageTag(Corpus.language) else { return Findings() }
        var findings = Findings()
        for (name, format) in [("xml", "verid-xml"), ("json", "i18next-json")] {
            guard let format = FileFormats.named(format) else { continue }
            try measure(workspace, format, [one], "one.\(name)", rounds: 21, &findings)
            let all = try workspace.read { try $0.locales() }.filter {
                $0 != workspace.project.source
            }
            try measure(workspace, format, all, "all.\(name)", rounds: 3, &findings)
        }
        return findings
    }

    /// The languages' entries, as the read model returns them.
    private struct Loaded {
        let locale: LanguageTag
        let entries: [ExportEntry]
    }

    private func measure(
        _ workspace: Workspace, _ format: any FileFormat, _ locales: [LanguageTag], _ name: String,
        rounds: Int, _ findings: inout Findings
    ) throws {
        let profile = ExportProfile(
            name: format.name, request: ExportRequest(format: format, locales: locales))
        let loaded = try locales.map { Loaded(locale: $0, entries: try entries($0, workspace)) }
        let expected = try workspace.read { try $0.export([profile]) }
        let directory = bench.scratch.path + "/\(name)"
        let turns = try Turns.take(
            bench.rounds(rounds),
            [
                Side(name: "export") { _ in
                    try Turns.seconds {
                        try workspace.read { try $0.export([profile]) }.write(to: directory)
                    }
                },
                Side(name: "from memory") { _ in
                    try Turns.seconds {
                        _ = try write(loaded, format, workspace.project)
                        try expected.write(to: directory)
                    }
                },
            ])
        try FileManager.default.removeItem(atPath: directory)
        findings.add(turns, named: "\(name), ")
        findings.measures[name] = turns.ratio("export", to: "from memory")
    }

    private func entries(_ locale: LanguageTag, _ workspace: Workspace) throws -> [ExportEntry] {
        try workspace.read { snapshot in
            let chain = try snapshot.model.lenders(to: locale)
            return try snapshot.model.entries(locale: locale, chain: chain).map {
                ExportEntry(string: $0.string, source: $0.definition.value, value: $0.shownValue)
            }
        }
    }

    /// Returns the bytes of all files, without the layouts of imported files that an export
    /// restores.
    private func write(
        _ loaded: [Loaded], _ format: any FileFormat, _ project: Project
    ) throws -> [[UInt8]] {
        var files: [OutputFile] = []
        for language in loaded {
            files += try format.write(
                language.entries, language: language.locale,
                options: ExportOptions(defaultSection: project.defaultSection, isSource: false)
            ).files
        }
        return files.map(\.bytes)
    }
}
