import Foundation
import TestKit
import TestWorld
import Testing

/// The origins of texts in the manifest, and releases without a machine's texts.
@Suite struct BundleOriginTests {
    /// A project whose French texts came in all ways; Canadian French inherits them.
    private static func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add fr fr-CA", "string add save Save", "string add open Open",
                "string add close Close", "string add print Print", "string add help Help",
                "string add quit Quit", "string add undo Undo",
                "config export-profiles '[{\"format\":\"i18next-json\"},{\"name\":\"ios\",\"format\":\"verid-xml\",\"directory\":\"ios\"}]'",
                "set fr save Enregistrer", "vouch fr save",
                // Accepted unchanged, over a text by a person.
                "set fr open Ouvre", "propose fr open Ouvrir --origin machine:argos",
                "accept --all --yes",
                // Accepted unchanged, without an earlier text.
                "propose fr close Fermer --origin memory", "accept --all --yes",
                "set fr help Aide",
                // A machine's text that nobody reviewed.
                "propose fr quit Quitter --origin machine:argos",
                "accept --all --as-translated --yes",
                "propose fr-CA undo Défaire --origin machine:argos", "accept --all --yes",
            ])
        let id = sandbox.run(
            ["propose", "fr", "print", "Imprimer le", "--origin", "machine:argos"], in: "app"
        ).output.trimmingCharacters(in: .newlines)
        sandbox.run(["accept", id, "--value", "Imprimer"], in: "app")
        return sandbox
    }

    @Test func session() throws {
        let sandbox = try Self.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "bundle -o ../dist", "verify ../dist",
                    "export --format i18next-json --locale fr -o -",
                    "export --format i18next-json --locale fr -o - --no-machine",
                    "export --format i18next-json --locale fr -o - --no-machine --reviewed-only",
                    "export --format i18next-json --locale fr-CA -o - --no-machine",
                    "bundle -o ../people --no-machine", "verify ../people",
                    "bundle -o ../reviewed --no-machine --reviewed-only", "verify ../reviewed",
                    "export --pseudo --no-machine",
                ]), "bundle-origins.txt")
        assertGolden(try sandbox.read("dist/manifest.json"), "bundle-origins-manifest.json")
        let rules = try sandbox.read("people/manifest.json")
        #expect(rules.contains("\"machine\": \"omit\""), "\(rules)")
    }

    /// The setting does the same as the option.
    @Test func aProfileOmitsTheTextsOfMachines() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../option", "--no-machine"], in: "app")
        Sessions.prepare(
            sandbox,
            [
                "config export-profiles '[{\"format\":\"i18next-json\",\"machine\":\"omit\"},{\"name\":\"ios\",\"format\":\"verid-xml\",\"directory\":\"ios\",\"machine\":\"omit\"}]'",
                "bundle -o ../setting",
            ])
        var option = try MakeBundleTests.files(sandbox, "option")
        var setting = try MakeBundleTests.files(sandbox, "setting")
        for name in ["manifest.json", "provenance.json"] {
            #expect(option.removeValue(forKey: name) != nil)
            #expect(setting.removeValue(forKey: name) != nil)
        }
        #expect(option == setting)
        let refused = sandbox.run(
            ["config", "export-profiles", "[{\"format\":\"verid-xml\",\"machine\":\"no\"}]"],
            in: "app")
        #expect(refused.errors.contains("“machine” must be one of keep, omit"), "\(refused)")
    }

    /// Only the repository shows that a figure was forged.
    @Test(arguments: [
        "\"people\": 1, -> \"people\": 3,", "\"argos\": 1 -> \"argos\": 0",
        "\"argos\": 1 -> \"deepl\": 1", "\"edited\": 1 -> \"edited\": 0",
        "\"unreviewed\": 2 -> \"unreviewed\": 1",
    ])
    func aForgedFigureIsFoundOut(change: String) throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        let manifest = try sandbox.read("dist/manifest.json")
        let parts = change.components(separatedBy: " -> ")
        let pattern = parts[0].hasSuffix(",") ? String(parts[0].dropLast()) : parts[0]
        let place = try #require(manifest.range(of: pattern), "\(pattern)")
        let replacement = parts[1].hasSuffix(",") ? String(parts[1].dropLast()) : parts[1]
        try sandbox.write(
            manifest.replacingCharacters(in: place, with: replacement), to: "dist/manifest.json")
        #expect(sandbox.run(["verify", "dist"]).status == 0)
        let result = sandbox.run(["verify", "../dist"], in: "app")
        #expect(result.status == 1)
        #expect(
            result.output.contains("differs  manifest.json: “origins” of fr"),
            "\(result)")
    }

    /// A bundle from before the origins is compared without them.
    @Test func aManifestWithoutOriginsIsStillVerified() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        let file = URL(fileURLWithPath: sandbox.directory + "/dist/manifest.json")
        let script = """
            import json, sys
            path = sys.argv[1]
            manifest = json.load(open(path, encoding="utf-8"))
            for language in manifest["languages"]: del language["origins"]
            json.dump(manifest, open(path, "w", encoding="utf-8"))
            """
        try sandbox.execute("/usr/bin/env", ["python3", "-c", script, file.path])
        let result = sandbox.run(["verify", "../dist"], in: "app")
        #expect(result.status == 0, "\(result)")
        #expect(
            result.errors.contains("does not contain all origins of texts"), "\(result)")
        // All other figures are still compared.
        let manifest = try sandbox.read("dist/manifest.json")
        try sandbox.write(
            manifest.replacingOccurrences(of: "\"missing\": 0", with: "\"missing\": 1"),
            to: "dist/manifest.json")
        #expect(sandbox.run(["verify", "../dist"], in: "app").status == 1)
    }

    @Test(arguments: [
        "\"edited\": 1 -> \"edited\": -1", "\"argos\": 1 -> \"argos\": \"1\"",
        "\"people\": -> \"persons\":",
    ])
    func malformedOriginsAreNamed(change: String) throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        let parts = change.components(separatedBy: " -> ")
        let manifest = try sandbox.read("dist/manifest.json")
        #expect(manifest.contains(parts[0]))
        try sandbox.write(
            manifest.replacingOccurrences(of: parts[0], with: parts[1]), to: "dist/manifest.json")
        let result = sandbox.run(["verify", "../dist"], in: "app")
        #expect(result.output.hasPrefix("malformed  manifest.json: "), "\(result)")
    }
}
