import TestWorld
import Testing

/// Plurals that are typed form by form select by the argument of the source text.
@Suite struct PluralArgumentTests {
    private func project(_ source: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox, ["locale add de", "string add n --json '\(source)'"])
        return sandbox
    }

    private func value(_ sandbox: Sandbox, _ locale: String) -> String {
        sandbox.run(["get", locale, "n", "--format", "json"], in: "app").output
    }

    @Test(arguments: ["set de n", "propose de n", "accept"])
    func theArgumentIsThatOfTheSource(_ verb: String) throws {
        for (source, argument) in [
            (#"{"by":"plural","arg":"files","cases":{"one":"%d a","other":"%d b"}}"#, "files"),
            (#"{"by":"plural","cases":{"one":"%d file","other":"%d files"}}"#, nil),
            (#"{"by":"ordinal","arg":"place","cases":{"one":"%dst","other":"%dth"}}"#, "place"),
        ] {
            let sandbox = try project(source)
            let option = source.contains("ordinal") ? "--ordinal" : "--plural"
            let forms = [option, "one=%d Datei", option, "other=%d Dateien"]
            var words = verb.split(separator: " ").map(String.init)
            if verb == "accept" {
                let proposal = sandbox.run(["propose", "de", "n", "x"], in: "app").output
                words.append(String(proposal.prefix(26)))
            }
            let result = sandbox.run(words + forms, in: "app")
            #expect(result.status == 0, "\(result)")
            if verb.hasPrefix("propose") {
                let proposal = String(result.output.prefix(26))
                Sessions.prepare(sandbox, ["accept \(proposal)"])
            }
            let found = value(sandbox, "de")
            #expect(found.contains("Dateien"), "\(found)")
            #expect(!found.contains("count"), "\(found)")
            if let argument { #expect(found.contains("\"\(argument)\""), "\(found)") }
            let edited = sandbox.run(
                ["string", "edit", "n", option, "one=%d a", option, "other=%d b"], in: "app")
            #expect(edited.status == 0 && !value(sandbox, "en").contains("count"), "\(edited)")
        }
    }

    @Test func aNewPluralChoosesByCount() throws {
        let sandbox = try project(#""A""#)
        Sessions.prepare(sandbox, ["string add m --plural one=a --plural other=b"])
        #expect(
            sandbox.run(["get", "en", "m", "--format", "json"], in: "app").output.contains("count"))
    }
}
