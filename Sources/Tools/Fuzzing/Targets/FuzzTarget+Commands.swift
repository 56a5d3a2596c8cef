import Commands
import JSON
import TestWorld
import Texts
import Translation
import Workspace

extension FuzzTarget {
    static let commandLine = FuzzTarget(
        "command-line",
        "Command lines: never a crash, and refusals are one JSON document if JSON was requested.",
        maximumSize: 1 << 11, seeds: CommandWords.seeds, words: CommandWords.all
    ) {
        let repository = try FuzzRepository()
        return { input in
            let before = repository.mark()
            defer { if repository.mark() != before { try? repository.restore() } }
            var outcome = FuzzOutcome.refused
            for line in input.split(separator: 0x0A).prefix(6) {
                let words = Transcript.words(String(decoding: line, as: UTF8.self))
                guard CommandWords.areHarmless(words) else { continue }
                let result = repository.sandbox.run(words, in: repository.directory)
                try CommandLaws.check(result, of: words)
                if result.status == 0 { outcome = .accepted }
            }
            return outcome
        }
    }

    static let walk = FuzzTarget(
        "walk", "Keys pressed in review and translate until the input ends: never a crash.",
        maximumSize: 1 << 9,
        seeds: [
            "ry", "raq", "r\u{1B}[Bn\rq", "tBonjour\rq", "te\u{3}", "rrstyle: x\rcwhy?\rua?",
            "tsabc\r\u{1B}q",
        ],
        words: [
            "\r", "\u{1B}", "y", "n", "q", "a", "r", "e", "u", "?", "c", "s", "\u{3}", "\u{4}",
            "\u{1B}[200~x\u{1B}[201~",
        ]
    ) {
        let repository = try FuzzRepository()
        return { input in
            let before = repository.mark()
            defer { if repository.mark() != before { try? repository.restore() } }
            let words =
                input.first == UInt8(ascii: "t") ? ["translate", "fr-CA"] : ["review"]
            let terminal = RecordingTerminal(
                isInteractive: true, canAsk: true, columns: 40 + input.count % 60,
                edited: [Array(input.suffix(20))],
                keys: KeyDecoder.keys(String(decoding: input.dropFirst(), as: UTF8.self)))
            let result = repository.sandbox.run(
                words, in: repository.directory, terminal: terminal)
            try CommandLaws.check(result, of: words)
            return repository.mark() == before ? .refused : .accepted
        }
    }

    static let settings = FuzzTarget(
        "settings", "A setting and its value, on two lines: an accepted value is shown unchanged.",
        maximumSize: 1 << 12,
        seeds: [
            "reviewers\n{\"fr_CA\":[\"a@example.org\"],\"*\":[]}", "frozen\n[\"fr\"]",
            "inherit\nfalse", "accepted-losses\n[\"*\"]", "empty-files\n[\"auth\"]",
            "self-review\ntrue", "i18next-contexts\n[\"guest\"]",
            "blocking-checks\n[\"placeholders\"]", "placeholders\n[\"qt\",\"/#[a-z]{1,3}#/\"]",
            "export-profiles\n[{\"format\":\"i18next-json\",\"name\":\"web\",\"directory\":\"a/b\",\"locales\":[\"fr\"],\"untranslated\":\"source\",\"flat\":true}]",
        ],
        words: [
            "reviewers\n", "frozen\n", "export-profiles\n", "blocking-checks\n", "self-review\n",
            "format",
            "verid-xml", "name", "directory", "locales", "sections", "untranslated", "flat",
            "inherit",
            "reviewedOnly", "machine", "stale", "keep", "omit", "1.5",
        ]
    ) {
        let repository = try FuzzRepository()
        return { input in
            let parts = input.split(separator: 0x0A, maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard parts.count == 2, CommandWords.areHarmless([parts[0]]) else { return .refused }
            let before = repository.mark()
            defer { if repository.mark() != before { try? repository.restore() } }
            let words = ["config", "--format", "json", "--", parts[0], parts[1]]
            let result = repository.sandbox.run(words, in: repository.directory)
            try CommandLaws.check(result, of: words)
            guard result.status == 0 else { return .refused }
            for words in [
                ["config", "--format", "json"], ["export", "--report", "json", "-o", "out"],
                ["status", "--format", "json"],
            ] {
                try CommandLaws.check(
                    repository.sandbox.run(words, in: repository.directory), of: words)
            }
            return .accepted
        }
    }

    static let revision = FuzzTarget(
        "revision", "A revision or a range: found or refused by --rev, log and diff.",
        maximumSize: 1 << 8,
        seeds: [
            "translations", "v1", "HEAD~1", "translations^", "v1..translations",
            "v1...translations",
            "@{1}", "@{yesterday}", "translations@{2026-11-21}", "v1^{tree}", ":/add",
            "translations^{/add}",
            "HEAD:dragoman.json", "abcd", "refs/heads/translations", "@", "^v1",
            "translations@{-1}", "v1-3-gabcdef0",
        ],
        words: [
            "..", "...", "^", "~", "@{", "}", "^{", ":", "/", "HEAD", "v1", "translations", "-",
            "!", "^!", "@{u}",
        ]
    ) {
        let repository = try FuzzRepository()
        let workspace = try Workspace.open(repository.path, host: repository.sandbox.host())
        return { input in
            let text = String(decoding: input, as: UTF8.self)
            do {
                try workspace.read(at: .revision(text), locales: []) { _ in }
            } catch {
                try law(
                    "An invalid revision is refused.", Refusal(error) != nil,
                    "\(type(of: error)) \(error)")
            }
            guard !text.hasPrefix("-") else { return .refused }
            var outcome = FuzzOutcome.refused
            for verb in ["log", "diff"] {
                let words = [verb, "--format", "json", "--", text]
                let result = repository.sandbox.run(words, in: repository.directory)
                try CommandLaws.check(result, of: words)
                if result.status == 0 { outcome = .accepted }
            }
            return outcome
        }
    }

    static let exportProfiles = FuzzTarget(
        "export-profiles",
        "Unchecked export profiles pushed with plain Git: exported inside the directory, or refused.",
        maximumSize: 1 << 12,
        seeds: [
            #"[{"format":"i18next-json","name":"web","directory":"a/b","locales":["fr"],"sections":["auth"],"untranslated":"source","flat":true,"inherit":false,"reviewedOnly":true,"machine":"omit","stale":"omit"}]"#,
            #"[{"format":"verid-xml"}]"#, #"{"format":1}"#,
            #"[1,{"format":"verid-xml","directory":"../x"}]"#,
        ],
        words: [
            "format", "verid-xml", "i18next-json", "name", "directory", "locales", "sections", "..",
            "a/b", "/x",
        ]
    ) {
        let project = try FuzzProject.make()
        let repository = try FuzzRepository()
        let workspace = try Workspace.open(repository.path, host: repository.sandbox.host())
        _ = project
        return { input in
            guard let json = try? JSONValue.parse(input), let items = json.arrayValue else {
                return .refused
            }
            var outcome = FuzzOutcome.refused
            for profile in items.compactMap(\.objectValue) {
                do {
                    let read = try workspace.exportProfile(profile)
                    try law(
                        "A profile's directory is inside the output directory.",
                        read.directory.map(SafePath.isSafe) ?? true)
                    outcome = .accepted
                } catch {
                    guard Refusal(error) == nil else { continue }
                    throw error
                }
            }
            return outcome
        }
    }
}

/// The laws for every run of the program.
enum CommandLaws {
    static func check(_ result: Sandbox.Result, of words: [String]) throws {
        let said = "\(words): \(result.status) \(result.errors.prefix(300))"
        try law("No arguments crash the program.", result.status != 70, said)
        try law(
            "Every exit status is documented.",
            [0, 1, 2, 64].contains(result.status), said)
        guard result.status == 2 else { return }
        try law("A refused command prints nothing to standard output.", result.output.isEmpty, said)
        try law("A refusal has a reason.", !result.errors.isEmpty, said)
        guard asksForJSON(words) else { return }
        guard let json = try? JSONValue.parse(Array(result.errors.utf8)) else {
            throw BrokenLaw(
                law: "A refusal is one JSON document if JSON was requested.", detail: said)
        }
        try law(
            "A refusal has a code, a message and a hint.",
            ["code", "message", "hint"].allSatisfy { name in
                json.objectValue?["error"]?.objectValue?[name]?.stringValue != nil
            }, said)
    }

    private static func asksForJSON(_ words: [String]) -> Bool {
        let options = words.prefix { $0 != "--" }
        let last = Array(zip(options, options.dropFirst())).last { $0.0 == "--format" }
        return last?.1 == "json" && !options.contains { $0.hasPrefix("--format=") }
    }
}
