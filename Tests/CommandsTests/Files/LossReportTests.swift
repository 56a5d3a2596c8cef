import TestWorld
import Testing

/// Strings that a format cannot carry, and the options that accept the loss.
@Suite struct LossReportTests {
    private static let formats = ["verid-xml", "java-properties", "nstack-json", "arb"]

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(
            #"{"a": "A", "n_one": "{{count}} file", "n_other": "{{count}} files"}"#,
            to: "app/locales/en.json")
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "import .", "set de a Ä",
                "set de n --plural one=Datei --plural other=Dateien",
            ])
        return sandbox
    }

    @Test(arguments: formats) func aFlagAcceptsAllOfThem(_ format: String) throws {
        let sandbox = try project()
        let words = ["export", "--format", format, "-o", "out"]
        let refused = sandbox.run(words, in: "app")
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.errors.contains("unrepresentable: de n:"), "\(refused)")
        let allowed = sandbox.run(words + ["--allow-unrepresentable"], in: "app")
        #expect(allowed.status == 0 && allowed.errors == refused.errors, "\(allowed)")
    }

    @Test(arguments: formats) func aSettingAcceptsKnownOnes(_ format: String) throws {
        let sandbox = try project()
        let words = ["export", "--format", format, "-o", "out"]
        for pattern in ["n", "*", ":n", "default:*", "x", "default:a", "other:n"] {
            Sessions.prepare(sandbox, ["config accepted-losses '[\"\(pattern)\"]'"])
            let result = sandbox.run(words, in: "app")
            let isAccepted = ["n", "*", ":n", "default:*"].contains(pattern)
            #expect(result.status == (isAccepted ? 0 : 1), "\(pattern): \(result)")
            #expect(
                result.errors.contains("note: de: Omitted 1 text because of accepted losses: n")
                    == isAccepted, "\(pattern): \(result)")
            let json = sandbox.run(words + ["--report", "json"], in: "app")
            #expect(json.output.contains("\"accepted\": true") == isAccepted, "\(json)")
        }
    }

    @Test func bundlesAcceptThemToo() throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox,
            ["config export-profiles '[{\"format\":\"arb\"},{\"format\":\"verid-xml\"}]'"])
        let words = ["bundle", "-o", "../dist"]
        #expect(sandbox.run(words, in: "app").status == 1)
        #expect(sandbox.run(words + ["--allow-unrepresentable"], in: "app").status == 0)
        Sessions.prepare(sandbox, ["config accepted-losses '[\"n\"]'"])
        #expect(sandbox.run(words, in: "app").status == 0)
        #expect(sandbox.run(["verify", "../dist"], in: "app").status == 0)
        #expect(try sandbox.read("dist/manifest.json").contains("\"accepted\": true"))
    }
}
