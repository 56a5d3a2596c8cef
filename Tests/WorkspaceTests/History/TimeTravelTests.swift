import Foundation
import Machine
import ReadModel
import TestWorld
import Testing
import Translation
import Workspace

/// The same state years later: at a time, whatever happens to the history; at a tag, whatever
/// happens to the tip.
@Suite struct TimeTravelTests {
    private static func project() throws -> Sandbox {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr de", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        return sandbox
    }

    private static func now(_ sandbox: Sandbox) -> String {
        Timestamp.text(milliseconds: sandbox.host().now() - 1)
    }

    @Test func beforeTheFirstEventIsRefusedWithItsTime() throws {
        let sandbox = try Self.project()
        for verb in ["status", "log", "proposals", "conflicts", "check", "list", "config"] {
            let result = sandbox.run(
                [verb, "--at", "2026-11-20", "--format", "json"], in: "app")
            #expect(result.status == 2, "\(verb)")
            #expect(result.output == "")
            #expect(result.errors.contains("2026-11-21T09:30:01.000Z"), "\(result.errors)")
            #expect(result.errors.contains("\"nearest\":[\"2026-11-21\"]"))
        }
        #expect(
            sandbox.run(["get", "fr", "greeting", "--at", "2026-11-21"], in: "app").output
                == "Salut\n")
        // A log without events has no time before them.
        let empty = try Sandbox.withProject()
        #expect(empty.run(["status", "--at", "2020-01-01"], in: "app").status == 0)
    }

    @Test func aTimeToComeIsTheTipAndSaysSo() throws {
        let sandbox = try Self.project()
        let later = sandbox.run(["get", "fr", "greeting", "--at", "2030-01-01"], in: "app")
        #expect(later.status == 0)
        #expect(later.output == "Salut\n")
        #expect(later.errors.contains("warning: This time is in the future"))
        let today = sandbox.run(["get", "fr", "greeting", "--at", "2026-11-21"], in: "app")
        #expect(today.errors == "")
    }

    /// Two people work in clones; one's work is squashed, the other's is rebased onto it.
    @Test func aTimeSurvivesSquashAndRebase() throws {
        let sandbox = try Self.project()
        try sandbox.clone("app", to: "one")
        try sandbox.clone("app", to: "two")
        var answers: [(time: String, one: String, two: String)] = []
        for index in 0..<3 {
            sandbox.perform(
                ["string add one.\(index) One", "set fr greeting Un-\(index)"], in: "one")
            sandbox.perform(
                ["string add two.\(index) Two", "set de greeting Zwei-\(index)"], in: "two")
            let time = Self.now(sandbox)
            answers.append((time, "Un-\(index)\n", "Zwei-\(index)\n"))
        }
        func text(_ locale: String, _ time: String, _ directory: String) -> String {
            sandbox.run(["get", locale, "greeting", "--at", time], in: directory).output
        }
        for answer in answers {
            #expect(text("fr", answer.time, "one") == answer.one)
            #expect(text("de", answer.time, "two") == answer.two)
        }
        let states = try answers.map { answer in
            try sandbox.open("one").read(at: .time(text: answer.time), locales: nil) {
                try $0.model.digest()
            }
        }

        try sandbox.clone("app", to: "main")
        try sandbox.git("fetch", "-q", "../one", "translations:one", in: "main")
        try sandbox.git("merge", "-q", "--squash", "one", in: "main")
        try sandbox.git("commit", "-q", "-m", "All of one", in: "main")
        for (answer, state) in zip(answers, states) {
            #expect(text("fr", answer.time, "main") == answer.one)
            #expect(
                try sandbox.open("main").read(at: .time(text: answer.time), locales: nil) {
                    try $0.model.digest()
                }
                    == state)
        }
        try sandbox.git("fetch", "-q", "../main", "translations:squashed", in: "two")
        try sandbox.git("rebase", "-q", "squashed", in: "two")
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "two") == "11\n")
        for answer in answers {
            #expect(text("fr", answer.time, "two") == answer.one)
            #expect(text("de", answer.time, "two") == answer.two)
        }
        #expect(text("fr", "2026-11-21T09:30:03.500Z", "two") == "Salut\n")
    }

    @Test func aTagIsExportedToTheSameBytesYearsLater() throws {
        let sandbox = try Self.project()
        let profiles =
            "[{\"format\":\"i18next-json\",\"directory\":\"web\"},{\"format\":\"verid-xml\",\"locales\":[\"fr\",\"fr-CA\"]}]"
        sandbox.run(["config", "export-profiles", profiles], in: "app")
        sandbox.perform(
            [
                "locale add fr-CA", "string add -s cart items 'Items'",
                "set fr cart:items Articles",
                "set de greeting Hallo", "set fr-CA greeting Allô", "string add farewell Goodbye",
                "set de farewell Tschüss", "propose fr farewell 'Au revoir'",
            ], in: "app")
        try sandbox.git("tag", "v1.0", "translations", in: "app")
        let before = try Self.export("app", [], to: "before", sandbox)
        #expect(before.keys.contains("web/fr-CA/cart.json") && before.keys.contains("fr_CA.xml"))

        sandbox.advanceClock(milliseconds: 3 * 365 * Timestamp.day)
        sandbox.perform(
            [
                "string rename greeting salutation", "string edit farewell 'See you'",
                "set fr cart:items Choses", "unset de farewell", "locale remove de",
                "string remove -s cart items", "config inherit false",
                "config export-profiles '[{\"format\":\"verid-xml\"}]'", "locale add it",
                "string add new New", "set fr new Nouveau", "propose fr new Neuf",
            ], in: "app")
        #expect(try Self.export("app", [], to: "now", sandbox) != before)
        #expect(try Self.export("app", ["--rev", "v1.0"], to: "later", sandbox) == before)
        // A language that the tip no longer has.
        let german = try Self.export(
            "app", ["--rev", "v1.0", "-l", "de", "--format", "i18next-json"], to: "german", sandbox)
        #expect(german["de/default.json"] == before["web/de/default.json"])

        try sandbox.git(
            "clone", "-q", "--depth", "1", "-c", "advice.detachedHead=false", "--branch", "v1.0",
            "file://\(sandbox.directory)/app", "tagged")
        #expect(try Self.export("tagged", [], to: "from-tag", sandbox) == before)
        #expect(
            try Self.export("tagged", ["--rev", "v1.0"], to: "from-tag-rev", sandbox) == before)
    }

    /// A newer program's later events do not affect a tag, but may affect a time.
    @Test func newerEventsDoNotStandInTheWayOfAnOldTag() throws {
        let sandbox = try Self.project()
        let arguments = ["--format", "verid-xml", "-l", "fr"]
        try sandbox.git("tag", "v1.0", "translations", in: "app")
        let before = try Self.export("app", arguments, to: "before", sandbox)
        try sandbox.clone("app", to: "work")
        try sandbox.write(
            "{\"v\":2,\"id\":\"01M7YQ3R434TFF59TDWH9EDD1R\",\"type\":\"tea.served\"}\n",
            to: "work/events/fr/x.jsonl")
        try sandbox.git("add", ".", in: "work")
        try sandbox.git("commit", "-q", "-m", "newer", in: "work")
        #expect(
            try Self.export("work", arguments + ["--rev", "v1.0"], to: "tag", sandbox) == before)
        for moment in [[], ["--rev", "HEAD"], ["--at", "2026-11-21"]] {
            let refused = sandbox.run(["export"] + arguments + moment, in: "work")
            #expect(refused.status == 2, "\(moment)")
            #expect(refused.errors.contains("version 2"))
        }
    }

    private static func export(
        _ directory: String, _ arguments: [String], to output: String, _ sandbox: Sandbox
    ) throws -> [String: Data] {
        let path = sandbox.directory + "/out/" + output
        let result = sandbox.run(["export", "-o", path] + arguments, in: directory)
        try #require(result.status == 0, "\(result)")
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            files[name] = FileManager.default.contents(atPath: "\(path)/\(name)").flatMap {
                $0.isEmpty ? nil : $0
            }
        }
        return files
    }
}
