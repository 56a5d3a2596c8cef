import Foundation
import Interchange

/// All texts of the corpus written in each format and read again, which must find nothing new.
///
/// Not a matter of speed: how long it takes is told without a threshold.
struct RoundTripCase: BenchmarkCase {
    static let name = "roundtrip"
    static let summary =
        "export of the corpus in each format and import of it: how many texts would change"

    /// How many languages a catalogue gets.
    private static let languagesOfCatalogues = 100

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    /// What `export --report json` answers, of which the number of strings that a format cannot carry is told.
    private struct Report: Decodable {
        struct LeftOut: Decodable {}
        let unrepresentable: [LeftOut]
    }

    /// What `import --dry-run --format json` answers.
    private struct Tally: Decodable {
        let defined: Int
        let set: Int
        let unchanged: Int
    }

    func run() throws -> Findings {
        var findings = Findings()
        let corpus = try Corpus(bench).repository()
        let all = Corpus.languages(of: try Corpus(bench).files())
        for format in FileFormats.read {
            // A file of all languages would be larger than files may be.
            let part =
                format.holdsAllLanguages ? Array(all.prefix(Self.languagesOfCatalogues)) : []
            try measure(format.name, of: part, in: corpus, &findings)
        }
        try measureOwnFiles(&findings)
        findings.rounds = 1
        return findings
    }

    private func measure(
        _ format: String, of languages: [String], in corpus: String, _ findings: inout Findings
    ) throws {
        let directory = "\(bench.scratch.path)/\(format)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let report: Report = try answer(
            bench.dragoman(
                corpus, "export", "--format", format, "-o", directory, "--report", "json")
                + languages.flatMap { ["-l", $0] },
            "\(format): export", &findings)
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory).sorted()
            .map { "\(directory)/\($0)" }
            .filter { path in
                var isDirectory: ObjCBool = false
                return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
                    && !isDirectory.boolValue
            }
        let tally: Tally = try answer(
            bench.dragoman(corpus, "import", "--dry-run", "--format", "json") + files,
            "\(format): import", &findings)
        guard tally.unchanged > 0 else {
            throw RecipeFailure(reason: "no text of \(format) was read again")
        }
        findings.measures["\(format): changed"] = Double(tally.defined + tally.set)
        findings.counts["\(format): read again"] = Double(tally.unchanged)
        findings.counts["\(format): cannot be carried"] = Double(report.unrepresentable.count)
    }

    /// The corpus's own files are imported and exported over: how many of them differ then.
    private func measureOwnFiles(_ findings: inout Findings) throws {
        let corpus = Corpus(bench)
        let files = try corpus.files()
        let app = bench.scratch.path + "/app"
        defer { try? FileManager.default.removeItem(atPath: app) }
        try corpus.begin(files, at: app)
        try FileManager.default.createDirectory(
            atPath: app + "/i18n", withIntermediateDirectories: true)
        let copies = try files.map { file in
            let copy = app + "/i18n/" + (file as NSString).lastPathComponent
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            return copy
        }
        for verb in ["import", "export"] {
            let ended = try Processes.run(
                bench.dragoman(app, verb) + (verb == "import" ? [app + "/i18n"] : []))
            findings.seconds["own files: \(verb)"] = ended.seconds
            findings.counts["peak MiB: own files: \(verb)"] = Double(ended.peakKiB / 1024)
        }
        let changed = try zip(files, copies).count { file, copy in
            try Data(contentsOf: URL(fileURLWithPath: file))
                != Data(contentsOf: URL(fileURLWithPath: copy))
        }
        findings.measures["own files: changed"] = Double(changed)
        findings.counts["own files"] = Double(files.count)
    }

    /// What a program answers in JSON; how long it took and how much memory it used are noted.
    private func answer<Answer: Decodable>(
        _ words: [String], _ name: String, _ findings: inout Findings
    ) throws -> Answer {
        let output = bench.scratch.path + "/answer"
        // 1 says that a format could not carry something.
        let ended = try Processes.run(
            words, streams: Streams(output: output), accepting: [0, 1])
        findings.seconds[name] = ended.seconds
        findings.counts["peak MiB: \(name)"] = Double(ended.peakKiB / 1024)
        return try JSONDecoder().decode(
            Answer.self, from: Data(contentsOf: URL(fileURLWithPath: output)))
    }
}
