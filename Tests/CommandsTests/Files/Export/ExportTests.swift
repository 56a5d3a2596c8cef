import Foundation
import TestKit
import TestWorld
import Testing

/// The files that `export` writes by profile, the texts in them, and the files that it leaves
/// untouched.
@Suite struct ExportTests {
    @Test func profiles() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "config export-profiles '[{\"name\":\"ios\",\"format\":\"verid-xml\",\"directory\":\"ios\",\"locales\":[\"fr_ca\"]},{\"name\":\"web\",\"format\":\"i18next-json\",\"directory\":\"web\",\"sections\":[\"auth\"],\"flat\":true,\"untranslated\":\"source\"}]'",
                    "config export-profiles",
                    "export --profile ios -o dist", "export --profile web -o dist --report json",
                    "export --profile web --locale fr",
                    "export --profile ios --locale fr -o dist", "export --profile wep -o dist",
                    "export --profile ios --format verid-xml",
                    "config export-profiles '[{\"format\":\"xliff\"}]'",
                    "config export-profiles '[{\"format\":\"i18next-json-v3\"}]'",
                    "config export-profiles '[{\"format\":\"verid-xml\",\"stale\":\"drop\"}]'",
                    "config export-profiles '[{\"format\":\"verid-xml\"},{\"format\":\"verid-xml\"}]'",
                    "export -o dist",
                ]), "export-profiles.txt")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory + "/app/dist")
                .filter { $0.contains(".") }.sorted() == [
                    "ios/fr_CA.xml", "web/en/auth.json", "web/fr-CA/auth.json", "web/fr/auth.json",
                ])
    }

    /// While a newer text waits for review, the last reviewed one is written, even if it is
    /// inherited.
    @Test func reviewedOnly() throws {
        let sandbox = try Sessions.project()
        let proposal = sandbox.run(["propose", "fr", "greeting", "Bon matin"], in: "app").output
        sandbox.run(["accept", String(proposal.prefix(26))], in: "app")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        func exported(_ locale: String, _ more: String...) throws -> String {
            let result = sandbox.run(
                ["export", "--format", "i18next-json", "-s", "default", "-l", locale] + more,
                in: "app")
            #expect(result.status == 0, "\(result)")
            return result.output
        }
        for locale in ["fr", "fr-CA"] {
            #expect(try exported(locale).contains("\"greeting\": \"Salut\""))
            let reviewed = try exported(locale, "--reviewed-only")
            #expect(reviewed.contains("\"greeting\": \"Bon matin\""))
            #expect(!reviewed.contains("Connexion"))
        }
        #expect(try exported("fr-CA", "--reviewed-only", "--no-inherit") == "{}\n")
        #expect(try exported("en", "--reviewed-only").contains("Good morning"))
    }

    @Test func staleTextsCanBeLeftOut() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "string edit greeting --value 'Good day'",
                "config export-profiles '[{\"name\":\"keep\",\"format\":\"i18next-json\"},{\"name\":\"omit\",\"format\":\"i18next-json\",\"directory\":\"o\",\"stale\":\"omit\"}]'",
                "export -o dist",
            ])
        #expect(try sandbox.read("app/dist/fr/default.json").contains("Bonjour"))
        #expect(try sandbox.read("app/dist/fr-CA/default.json").contains("Bonjour"))
        #expect(try !sandbox.read("app/dist/o/fr/default.json").contains("Bonjour"))
        #expect(try !sandbox.read("app/dist/o/fr-CA/default.json").contains("Bonjour"))
        #expect(try sandbox.read("app/dist/o/fr/default.json").contains("Connexion"))
    }

    @Test func writesThroughNoLinkAndLeavesOtherFilesAlone() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("mine", to: "app/out/notes.txt")
        try sandbox.write("theirs", to: "elsewhere/default.json")
        try sandbox.write("theirs", to: "target.json")
        let files = FileManager.default
        let out = sandbox.directory + "/app/out"
        try files.createSymbolicLink(
            atPath: out + "/fr", withDestinationPath: sandbox.directory + "/elsewhere")
        let words = ["export", "--format", "i18next-json", "-o", "out"]
        let refused = sandbox.run(words, in: "app")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("out/fr is a symbolic link"), "\(refused)")
        #expect(try sandbox.read("elsewhere/default.json") == "theirs")
        // No file is replaced until all files can be.
        #expect(try files.contentsOfDirectory(atPath: out + "/en") == [])

        try files.removeItem(atPath: out + "/fr")
        try files.createSymbolicLink(
            atPath: out + "/en/default.json",
            withDestinationPath: sandbox.directory + "/target.json")
        #expect(sandbox.run(words, in: "app").status == 0)
        #expect(try sandbox.read("target.json") == "theirs")
        #expect(try sandbox.read("app/out/en/default.json").contains("Good morning"))
        #expect(try sandbox.read("app/out/notes.txt") == "mine")
        #expect(try !files.subpathsOfDirectory(atPath: out).contains { $0.contains(".dragoman-") })

        try files.removeItem(atPath: out + "/en/default.json")
        try files.createDirectory(
            atPath: out + "/en/default.json", withIntermediateDirectories: true)
        let before = try sandbox.read("app/out/en/auth.json")
        sandbox.run(["string", "edit", "-s", "auth", "login.hint", "--value", "x"], in: "app")
        #expect(sandbox.run(words, in: "app").status == 2)
        #expect(try sandbox.read("app/out/en/auth.json") == before)
    }

    /// The target directory itself may be a symbolic link, since its owner chose it.
    @Test func theDirectoryItselfMayBeALink() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("", to: "real/.keep")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.directory + "/app/out", withDestinationPath: sandbox.directory + "/real"
        )
        #expect(
            sandbox.run(["export", "--format", "verid-xml", "-o", "out"], in: "app").status == 1)
        #expect(try sandbox.read("real/fr.xml").contains("Bonjour"))
    }

    /// In Java, a section called `messages_de` and the default section in German share a file name.
    @Test func twoFilesOfOneNameAreTold() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add de", "string add a A", "set de a B", "string add -s messages_de b B"])
        let result = sandbox.run(
            ["export", "--format", "java-properties", "-o", "out"], in: "app")
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "refused: messages_de.properties would be the file for both the section “messages_de” in en and the section “default” in de.\n"
            ), "\(result.errors)")
    }

    @Test func flatAndNestedExportsComeBackWithoutChange() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["string add z Z", "string add a.b AB", "string add y Y"])
        try sandbox.write(
            "{\"z\": \"Z\", \"a.b\": \"AB\", \"a\": \"A\"}", to: "app/en/default.json")
        Sessions.prepare(
            sandbox,
            [
                "import en/default.json",
                "string add place --ordinal one={{count}}st --ordinal other={{count}}th",
            ])
        let before = sandbox.run(["list", "--format", "json"], in: "app").output
        let options = ["export", "--format", "i18next-json", "-l", "en", "-o", "out"]
        let exported = sandbox.run(options + ["--flat"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        let file = try sandbox.read("app/out/en/default.json")
        #expect(file.contains("\"place_ordinal_one\": \"{{count}}st\""))
        let again = sandbox.run(["import", "out/en/default.json"], in: "app")
        #expect(again.errors == "Imported: 5 unchanged.\n")
        #expect(sandbox.run(["list", "--format", "json"], in: "app").output == before)
        // The new string's position in the file is recorded once.
        let count = try sandbox.git("rev-list", "--count", "translations", in: "app")
        sandbox.run(["import", "out/en/default.json"], in: "app")
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == count)
    }

    @Test func aProfileCannotLeaveTheDirectory() throws {
        let sandbox = try Sessions.project()
        let profile = "[{\"format\":\"verid-xml\",\"directory\":\"../../x\"}]"
        let result = sandbox.run(["config", "export-profiles", profile], in: "app")
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/x"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/app/out"))
    }
}
