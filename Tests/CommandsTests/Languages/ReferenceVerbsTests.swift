import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct ReferenceVerbsTests {
    private static let keys = ["hour", "minute", "second"].flatMap { unit in
        ["zero", "singular", "plural"].map { "\(unit)_\($0)" }
    }

    private func project(_ languages: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let texts = ["hours", "hour", "hours", "min", "min", "min", "sec", "sec", "sec"]
        Sessions.prepare(
            sandbox,
            ["locale add \(languages)"] + zip(Self.keys, texts).map { "string add \($0) \($1)" })
        return sandbox
    }

    @Test func aNewLanguageStartsFilled() throws {
        let sandbox = try project("de fr ar")
        Sessions.prepare(
            sandbox,
            [
                "set fr hour_plural h", "set fr minute_singular minute",
                "string add title 'Pick a time'",
            ])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "reference units de", "reference units de", "reference units fr --dry-run",
                    "reference units ar --width full --format json",
                    "proposals --locale ar --state open",
                    "reference units xx", "reference units ja",
                    "reference units --keys '{unit}.{number}'", "reference units --keys unit",
                    "reference units --numbers a,b", "accept --locale de --yes",
                    "get de second_plural",
                    "set de minute_zero Minuten", "locale list --format markdown",
                ]), "reference-units.txt")
    }

    @Test func whatWasRejectedIsNotProposedAgain() throws {
        let sandbox = try project("de")
        sandbox.run(["reference", "units"], in: "app")
        sandbox.run(
            ["reject", "--key", "hour_singular", "--reason", "style", "--yes"], in: "app")
        let again = sandbox.run(["reference", "units"], in: "app")
        #expect(!again.output.contains("hour_singular"))
        let others = sandbox.run(["proposals", "--state", "open"], in: "app").output
        #expect(others.contains("hour_plural") && !others.contains("hour_singular"))
    }

    @Test func keysAreNamedByPatterns() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "string add -s units Unit.Day.0 days",
                "string add -s units Unit.Day.1 day",
                "string add -s units Unit.Day.n days", "string add -s units Heading.WEEK Weeks",
                "string add Unit.Day.0 days",
            ])
        let line =
            "reference units -s units --keys Unit.{unit}.{number} --keys Heading.{unit} --numbers 0,1,n --width full"
        let result = sandbox.run(Transcript.words(line), in: "app")
        #expect(
            result.output.split(separator: "\n").map(String.init).sorted() == [
                "de  units:Heading.WEEK  Wochen", "de  units:Unit.Day.0  Tage",
                "de  units:Unit.Day.1  Tag", "de  units:Unit.Day.n  Tage",
            ])
    }

    @Test func proposalsOfPeopleStay() throws {
        let sandbox = try project("de")
        let mine = sandbox.run(["propose", "de", "hour_plural", "Std."], in: "app")
        let id = mine.output.split(separator: "\n").first.map(String.init) ?? "none"
        sandbox.run(["reference", "units"], in: "app")
        let open = sandbox.run(["proposals", "--state", "open", "--format", "json"], in: "app")
        #expect(open.output.contains(id))
        #expect(open.output.contains("\"reference:cldr-"))
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    /// Arabic and Hebrew have a word for two hours, which is not used after a number.
    @Test(arguments: [("ar", "ساعات"), ("he", "שעות")])
    func noTextSaysTheNumber(language: String, text: String) throws {
        let sandbox = try project(language)
        let result = sandbox.run(
            ["reference", "units", language, "--width", "full"], in: "app")
        #expect(result.output.contains("\(language)  hour_plural  \(text)\n"), "\(result)")
        #expect(
            result.errors.contains(
                "note: \(language) hour_plural: The form for this number repeats the number; the form for 3 is used instead."
            ), "\(result)")
    }
}
