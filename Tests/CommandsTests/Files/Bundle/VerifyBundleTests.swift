import Foundation
import TestKit
import TestWorld
import Testing

/// The findings of `verify` in bundles that were tampered with, and its report on sound ones.
@Suite struct VerifyBundleTests {
    /// A bundle in `dist`, made from the tag `v1`, and a later text.
    private static func bundle() throws -> Sandbox {
        let sandbox = try MakeBundleTests.project()
        try sandbox.git("tag", "v1", "translations", in: "app")
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        return sandbox
    }

    private static func verify(
        _ sandbox: Sandbox, _ path: String, _ more: [String] = [], in directory: String = "app"
    ) -> Sandbox.Result {
        sandbox.run(["verify", path] + more, in: directory)
    }

    @Test func session() throws {
        let sandbox = try Self.bundle()
        try sandbox.write("", to: "away/.keep")
        try sandbox.git("init", "-q", "code")
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("verify ../dist")
        transcript.run("verify ../dist --rev v1")
        transcript.run("verify ../dist --rev translations")
        transcript.run("verify ../dist --rev v2")
        transcript.run("verify ../away")
        transcript.run("verify ../nowhere")
        transcript.run("verify ../dist --identity mara")
        for directory in ["away", "code"] {
            var elsewhere = Transcript(sandbox, in: directory)
            elsewhere.run("verify ../dist")
            elsewhere.run("verify ../dist --rev v1")
            transcript.note("in \(directory)")
            transcript.append(elsewhere)
        }
        try sandbox.write("?", to: "dist/notes.txt")
        try sandbox.write("?", to: "dist/verid-xml/fr.xml")
        try FileManager.default.removeItem(atPath: sandbox.directory + "/dist/verid-xml/he.xml")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory + "/dist/link", withDestinationPath: "/etc/passwd")
        transcript.run("verify ../dist")
        transcript.run("verify ../dist --format json")
        sandbox.run(["init", "second"])
        transcript.run("verify ../dist -C ../second")
        assertGolden(transcript.text, "verify.txt")
    }

    /// A bundle without profiles keeps the paths and gaps of the app's files, and verifies them.
    @Test func filesOfTheAppAreVerifiedAsTheyAre() throws {
        let sandbox = try Sandbox()
        #expect(sandbox.run(["init", "app"]).status == 0)
        try sandbox.write(#"{"yes": "Yes", "no": "No"}"#, to: "i18n/en.json")
        try sandbox.write(#"{"yes": "Oui", "no": "Non"}"#, to: "i18n/fr.json")
        try sandbox.write(#"{"yes": "Ouais"}"#, to: "i18n/fr-CA.json")
        let made = [
            ["import", "--add-locales", "../i18n"], ["bundle", "-o", "../dist"],
            ["verify", "../dist"],
        ].map { sandbox.run($0, in: "app") }
        #expect(made.map(\.status) == [0, 0, 0], "\(made)")
        #expect(try !sandbox.read("dist/i18n/fr-CA.json").contains("no"))
    }

    /// A directory that is not a bundle gets a one-sentence error, whatever its contents.
    @Test func somethingElseIsNoBundle() throws {
        let sandbox = try Sandbox()
        try sandbox.write("x", to: "other/.hidden/CON")
        try sandbox.execute("/bin/tar", ["-czf", "other.tgz", "other"])
        try sandbox.execute("/bin/ln", ["-s", "nowhere", "other/link"])
        for path in ["other", "other.tgz"] {
            let result = Self.verify(sandbox, path, in: "")
            #expect(result.status == 2)
            #expect(result.output.isEmpty, "\(result)")
            #expect(
                result.errors.hasPrefix(
                    "refused: $SANDBOX/\(path) is not a bundle: it has no manifest.json.\nhint: "))
        }
    }

    /// If a byte of any file changes, the file is named.
    @Test func oneByteChangedIsNamed() throws {
        let sandbox = try Self.bundle()
        var random = SplitMix64(seed: 3)
        for path in try MakeBundleTests.files(sandbox, "dist").keys.sorted() {
            let url = URL(fileURLWithPath: sandbox.directory + "/dist/" + path)
            let bytes = try Data(contentsOf: url)
            var changed = bytes
            let index = Int.random(in: 0..<changed.count, using: &random)
            changed[index] ^= UInt8.random(in: 1...255, using: &random)
            try changed.write(to: url)
            let result = Self.verify(sandbox, "../dist")
            #expect(result.status == 1, "\(path): \(result)")
            #expect(result.output.contains("  \(path): "), "\(result)")
            try bytes.write(to: url)
        }
        #expect(Self.verify(sandbox, "../dist").status == 0)
    }

    /// If the manifest matches its files but not the revision, only the repository reveals it.
    @Test func aManifestThatWasMadeToFitIsFoundOut() throws {
        let sandbox = try Self.bundle()
        let fields = [
            "\"events\": 13": "\"events\": 12", "\"cldr\": \"42\"": "\"cldr\": \"41\"",
            "\"direction\": \"rtl\"": "\"direction\": \"ltr\"", "\"missing\": 2": "\"missing\": 0",
            "\"application/xml\"": "\"text/html\"", "\"flat\": false": "\"flat\": true",
            "\"schema\": 1,": "\"schema\": 1, \"more\": 2,",
        ]
        let manifest = try sandbox.read("dist/manifest.json")
        for (old, new) in fields.sorted(by: { $0.key < $1.key }) {
            #expect(manifest.contains(old), "\(old)")
            try sandbox.write(
                manifest.replacingOccurrences(of: old, with: new), to: "dist/manifest.json")
            #expect(Self.verify(sandbox, "dist", in: "").status == 0)
            let result = Self.verify(sandbox, "../dist")
            if old.contains("cldr") {
                // With another version of CLDR, the data that depends on it is skipped, and the
                // report says so.
                #expect(result.status == 0)
                #expect(result.errors.contains("CLDR 41"))
            } else {
                #expect(result.status == 1, "\(old): \(result)")
                #expect(result.output.contains("differs  "))
            }
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"schema\": 2}", "{\"schema\": 1}", "{\"schema\": 1,",
        "\"path\": \"verid-xml/ar.xml\" -> \"path\": \"../ar.xml\"",
        "\"path\": \"verid-xml/ar.xml\" -> \"path\": \"manifest.json\"",
        "\"path\": \"verid-xml/ar.xml\" -> \"path\": \"verid-xml/fr.xml\"",
        "\"locale\": \"ar\" -> \"locale\": \"a r\"", "\"size\": 86 -> \"size\": -86",
        "\"digest\": \" -> \"digest\": \"x", "\"rules\": [ -> \"rules\": [1,",
    ])
    func malformedManifestsAreNamed(change: String) throws {
        let sandbox = try Self.bundle()
        let parts = change.components(separatedBy: " -> ")
        let manifest = try sandbox.read("dist/manifest.json")
        if parts.count == 2 { #expect(manifest.contains(parts[0])) }
        try sandbox.write(
            parts.count == 2
                ? manifest.replacingOccurrences(of: parts[0], with: parts[1]) : change,
            to: "dist/manifest.json")
        for directory in ["app", ""] {
            let result = Self.verify(
                sandbox, directory == "app" ? "../dist" : "dist", in: directory)
            #expect(result.status == 1)
            #expect(result.output.hasPrefix("malformed  manifest.json: "), "\(result)")
        }
        // It is not replaced as an earlier bundle either.
        #expect(sandbox.run(["bundle", "-o", "../dist"], in: "app").status == 2)
    }

    @Test func aCommitThatIsNotHereIsNotCompared() throws {
        let sandbox = try Self.bundle()
        try sandbox.git(
            "clone", "-q", "--depth", "1", "file://\(sandbox.directory)/app", "shallow")
        let result = Self.verify(sandbox, "../dist", in: "shallow")
        #expect(result.status == 0)
        #expect(result.errors.contains("is not in this repository"), "\(result)")
        // Another commit with the same events is accepted.
        sandbox.run(["bundle", "-o", "../again"], in: "shallow")
        try sandbox.git("commit", "-q", "--amend", "--no-verify", "-m", "other", in: "shallow")
        #expect(Self.verify(sandbox, "../again", ["--rev", "HEAD"], in: "shallow").status == 0)
    }

    @Test func aTimeIsComparedUpToThatTime() throws {
        let sandbox = try Self.bundle()
        sandbox.run(["bundle", "--at", "2026-11-21T09:30:10Z", "-o", "../at.zip"], in: "app")
        let result = Self.verify(sandbox, "../at.zip")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("compared with the commit"))
    }
}
