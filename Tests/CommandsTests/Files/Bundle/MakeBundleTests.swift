import Foundation
import TestKit
import TestWorld
import Testing

/// The files that `bundle` writes, and the files that it leaves untouched.
@Suite struct MakeBundleTests {
    /// A project whose texts every format can carry.
    static func project() throws -> Sandbox {
        let sandbox = try Sessions.project()
        let profiles = ["verid-xml", "i18next-json"].map { name in
            "{\"format\":\"\(name)\",\"directory\":\"\(name)\"}"
        }
        Sessions.prepare(
            sandbox,
            [
                "string remove -s cart items", "locale add ar he",
                "config export-profiles '[\(profiles.joined(separator: ","))]'",
            ])
        return sandbox
    }

    static func files(_ sandbox: Sandbox, _ directory: String) throws -> [String: String] {
        let root = sandbox.directory + "/" + directory
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let text = try? sandbox.read(directory + "/" + path) else { continue }
            files[path] = text
        }
        return files
    }

    @Test func session() throws {
        let sandbox = try Self.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "bundle -o ../dist --app-versions '>=1.4  <2' --sequence 7",
                    "config export-profiles '[{\"name\":\"ios\",\"format\":\"verid-xml\",\"locales\":[\"fr\"]},{\"name\":\"web\",\"format\":\"i18next-json\",\"directory\":\"web\",\"sections\":[\"auth\"],\"stale\":\"omit\"}]'",
                    "bundle -o ../dist --profile web --reviewed-only --format json",
                    "bundle -o ../dist --profile www", "bundle -o ../dist --app-versions 1.4",
                    "bundle -o ../dist --sequence -1", "bundle -o ../dist --rev v9",
                    "bundle -o ../dist.zip",
                    "string add -s cart items --plural one='{{count}} item' --plural other='{{count}} items'",
                    "bundle -o ../dist", "locale add nl --planned",
                    "config export-profiles '[{\"format\":\"verid-xml\",\"locales\":[]}]'",
                    "bundle -o ../none",
                ]), "bundle.txt")
        assertGolden(try sandbox.read("dist/manifest.json"), "bundle-manifest.json")
        #expect(
            try Self.files(sandbox, "dist").keys.sorted() == [
                "fr.xml", "manifest.json", "provenance.json", "web/en/auth.json",
            ])
    }

    /// The manifest's hashes match those of other programs, and a squash does not change them.
    @Test func aSquashedCloneGivesTheSameManifestAndFiles() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../one"], in: "app")
        try sandbox.git("init", "-q", "squashed")
        try sandbox.git("fetch", "-q", "../app", "translations", in: "squashed")
        let commit = try sandbox.git(
            "commit-tree", "FETCH_HEAD^{tree}", "-m", "all in one", in: "squashed")
        try sandbox.git("branch", "translations", String(commit.prefix(40)), in: "squashed")
        #expect(sandbox.run(["bundle", "-o", "../two"], in: "squashed").status == 0)
        var one = try Self.files(sandbox, "one")
        var two = try Self.files(sandbox, "two")
        #expect(one.removeValue(forKey: "provenance.json") != nil)
        #expect(two.removeValue(forKey: "provenance.json")?.contains(commit.prefix(40)) == true)
        #expect(one == two)
        let sums = try sandbox.execute(
            "/bin/sh", ["-c", "sha256sum i18next-json/fr/default.json"], in: "one")
        #expect(one["manifest.json"]?.contains(sums.output.prefix(64)) == true)
    }

    @Test func aShallowCloneOfATagGivesTheSameBundle() throws {
        let sandbox = try Self.project()
        try sandbox.git("tag", "v1", "translations", in: "app")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        try sandbox.git(
            "clone", "-q", "--depth", "1", "--branch", "v1", "file://\(sandbox.directory)/app",
            "shallow")
        try sandbox.git("branch", "-q", "translations", "v1", in: "shallow")
        for form in ["", ".tar.gz", ".zip"] {
            let full = sandbox.run(["bundle", "--rev", "v1", "-o", "../full\(form)"], in: "app")
            let shallow = sandbox.run(["bundle", "-o", "../small\(form)"], in: "shallow")
            #expect(full.status == 0 && shallow.status == 0, "\(full) \(shallow)")
        }
        #expect(try Self.files(sandbox, "full") == Self.files(sandbox, "small"))
        for form in [".tar.gz", ".zip"] {
            let root = sandbox.directory
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: "\(root)/full\(form)"))
                    == Data(contentsOf: URL(fileURLWithPath: "\(root)/small\(form)")))
        }
        #expect(
            try Self.files(sandbox, "full")["i18next-json/fr/default.json"]?.contains("Bonjour")
                == true)
    }

    @Test func aTimeIsAPartOfTheProvenance() throws {
        let sandbox = try Self.project()
        sandbox.advanceClock(milliseconds: 60_000)
        let before = sandbox.run(["bundle", "-o", "../before", "--format", "json"], in: "app")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        let result = sandbox.run(
            ["bundle", "--at", "2026-11-21T09:31:00Z", "-o", "../at", "--format", "json"], in: "app"
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("\"at\": \"2026-11-21T09:31:00.000Z\""))
        let one = try Self.files(sandbox, "before")
        let two = try Self.files(sandbox, "at")
        #expect(one["manifest.json"] == two["manifest.json"])
        #expect(!before.output.contains("\"at\""))
    }

    @Test func whatIsNoFormerBundleStays() throws {
        let sandbox = try Self.project()
        try sandbox.write("mine", to: "other/notes.txt")
        try sandbox.write("mine", to: "file.zip")
        try sandbox.write("mine", to: "plain")
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/dir.zip", withIntermediateDirectories: true)
        for place in ["other", "file.zip", "plain", "dir.zip"] {
            let result = sandbox.run(["bundle", "-o", "../" + place], in: "app")
            #expect(result.status == 2, "\(place): \(result)")
            #expect(result.errors.contains(place))
        }
        #expect(try Self.files(sandbox, "other") == ["notes.txt": "mine"])
        #expect(try sandbox.read("file.zip") == "mine")

        sandbox.run(["init", "second"])
        sandbox.run(["string", "add", "a", "A"], in: "second")
        for place in ["theirs", "theirs.tar.gz"] {
            #expect(sandbox.run(["bundle", "-o", "../" + place], in: "second").status == 0)
            let result = sandbox.run(["bundle", "-o", "../" + place], in: "app")
            #expect(result.status == 2)
            #expect(result.errors.contains("is another project's bundle"), "\(result)")
        }
    }

    @Test func ofAFormerBundleExactlyItsFilesAreReplaced() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        try sandbox.write("mine", to: "dist/verid-xml/notes.txt")
        let refused = sandbox.run(["bundle", "-o", "../dist"], in: "app")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("verid-xml/notes.txt"))
        try FileManager.default.removeItem(atPath: sandbox.directory + "/dist/verid-xml/notes.txt")
        try sandbox.write("altered", to: "dist/verid-xml/fr.xml")
        sandbox.run(["locale", "remove", "he"], in: "app")
        #expect(sandbox.run(["bundle", "-o", "../dist"], in: "app").status == 0)
        let files = try Self.files(sandbox, "dist")
        #expect(files["verid-xml/he.xml"] == nil)
        #expect(files["verid-xml/fr.xml"]?.contains("Bonjour") == true)
        for form in [".zip", ".tgz"] {
            #expect(sandbox.run(["bundle", "-o", "../dist\(form)"], in: "app").status == 0)
            #expect(sandbox.run(["bundle", "-o", "../dist\(form)"], in: "app").status == 0)
        }
        // No other file is left beside it.
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
        #expect(names.sorted() == ["app", "dist", "dist.tgz", "dist.zip"])
    }
}
