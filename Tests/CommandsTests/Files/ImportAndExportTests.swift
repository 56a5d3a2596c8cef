import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct ImportAndExportTests {
    private static let source = """
        <?xml version="1.0" encoding="utf-8"?>
        <strings language="" region="">
            <string>
                <original>Cancel</original>
                <translation></translation>
            </string>
            <string>
                <original>Step %d of %d</original>
                <translation></translation>
            </string>
        </strings>

        """

    private static let french = """
        <?xml version="1.0" encoding="utf-8"?>
        <strings language="fr" region="CA">
            <string>
                <original>Cancel</original>
                <translation>Annuler</translation>
            </string>
            <string>
                <original>Step %d of %d</original>
                <translation></translation>
            </string>
            <string>
                <original>Unknown</original>
                <translation>Inconnu</translation>
            </string>
        </strings>

        """

    @Test func spellingsOfOtherSystemsAreRead() throws {
        let sandbox = try Sandbox()
        try sandbox.write("{\"a\": \"Yes\"}", to: "app/en.json")
        let names = [
            "pt-rBR/default.json", "b+sr+Latn/default.json", "ca_ES@valencia.json",
            "de_DE.UTF-8.json", "en-UK.json",
        ]
        for name in names { try sandbox.write("{\"a\": \"text\"}", to: "app/" + name) }
        Sessions.prepare(
            sandbox,
            ["init", "locale add pt-BR sr-Latn ca-ES-valencia de-DE en-GB", "import en.json"])
        for (name, tag) in zip(names, ["pt-BR", "sr-Latn", "ca-ES-valencia", "de-DE", "en-GB"]) {
            let result = sandbox.run(["import", name], in: "app")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("warning: The region `UK`") == (tag == "en-GB"))
            #expect(sandbox.run(["get", tag, "a"], in: "app").output == "text\n", "\(tag)")
        }
        let both = sandbox.run(["import", "de_DE.UTF-8.json", "de_DE.json"], in: "app")
        #expect(both.status == 2)
    }

    @Test func importAndExport() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Self.source, to: "app/source.xml")
        try sandbox.write(Self.french, to: "app/fr_CA.xml")
        try sandbox.write(
            "{\n  \"title\": \"Home\",\n  \"menu\": {\n    \"save\": \"Save\"\n  },\n  \"n_one\": \"one\",\n  \"n_other\": \"{{count}}\"\n}\n",
            to: "app/en/common.json")
        try sandbox.write(
            "{\"title\": \"Start\", \"n_one\": \"eins\", \"n_other\": \"{{count}}\", \"extra\": \"x\", \"menu\": {\"save\": \"\"}}",
            to: "app/de/common.json")
        Sessions.prepare(sandbox, ["init", "locale add fr fr-CA de"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "import source.xml", "import source.xml --locale en",
                    "import source.xml --locale en --format json",
                    "import en/common.json de/common.json --dry-run",
                    "import en/common.json de/common.json", "import de/common.json",
                    "import fr_CA.xml --strict", "import fr_CA.xml --locale fr",
                    "import fr_CA.xml --format json", "import fr_CA.xml",
                    "import missing.xml", "import .", "list", "status",
                    "export --format verid-xml --locale fr-CA",
                    "export --format i18next-json --locale de", "export --format i18next-json",
                    "export --format i18next-json --locale de --section common",
                    "export --format i18next-json -o out", "export --format xliff", "export",
                    "export --format verid-xml -o out --report json",
                    "template", "template fr --from source.xml",
                    "template fr --format po --from source.xml", "template --format po -s common",
                    "template de --format i18next-json -s common", "template --format i18next-json",
                    "template --format i18next-json-v3", "template de --from source.xml -s x",
                    "check", "check fr-CA --require fr-CA",
                    "check --format json --fail-on warning de",
                    "check fr_CA.xml --sources source.xml", "check fr_CA.xml",
                    "check fr_CA.xml de/common.json", "check fr_CA.xml --sources en/common.json",
                    "config export-profiles '[{\"format\":\"i18next-json\",\"directory\":\"web\",\"locales\":[\"de\"]}]'",
                    "export -o dist",
                ]), "files.txt")
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: sandbox.directory + "/app/out")
        #expect(
            files.filter { $0.contains(".") }.sorted() == [
                "de.xml", "de/common.json", "en/common.json", "en/default.json",
                "fr-CA/default.json", "fr.xml", "fr_CA.xml",
            ])
        #expect(try sandbox.read("app/dist/web/de/common.json").contains("\"title\": \"Start\""))
        for name in ["out/en/common.json", "out/de/common.json", "out/fr_CA.xml"] {
            let again = sandbox.run(["import", name, "--format", "json"], in: "app")
            #expect(again.output.contains("\"events\": []"), "\(name): \(again)")
        }
    }

    @Test func asProposals() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(
            "{\"greeting\": \"Salut\", \"Log in\": \"Connexion\"}", to: "app/fr/default.json")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "import fr/default.json --as-proposals",
                    "import fr/default.json --as-proposals",
                    "proposals --mine", "import fr/default.json --prune",
                ]), "as-proposals.txt")
    }

    @Test func badFiles() throws {
        let sandbox = try Sessions.project()
        let deep =
            String(repeating: "{\"a\":", count: 100_000) + "1"
            + String(repeating: "}", count: 100_000)
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE strings [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <strings language="fr"><string><original>&b;</original><translation/></string></strings>
            """
        let external = """
            <?xml version="1.0"?>
            <!DOCTYPE strings [<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <strings language="fr"><string><original>a</original><translation>&x;</translation></string></strings>
            """
        try sandbox.write(deep, to: "app/fr/deep.json")
        try sandbox.write("{\n  \"a\": \"b\",\n  \"c\" \"d\"\n}\n", to: "app/fr/comma.json")
        try sandbox.write("{\"a\": \"x\", \"a\": \"y\"}", to: "app/fr/twice.json")
        try sandbox.write("<strings language=\"fr\">\n<string>\n</strings>", to: "app/fr.xml")
        try sandbox.write(bomb, to: "app/bomb/fr.xml")
        try sandbox.write(external, to: "app/external/fr.xml")
        try Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]).write(
            to: URL(fileURLWithPath: sandbox.directory + "/app/fr/bytes.json"))
        let before = try sandbox.git("rev-parse", "translations", in: "app")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "import fr/deep.json", "import fr/comma.json", "import fr/twice.json",
                    "import fr.xml", "import bomb/fr.xml", "import external/fr.xml",
                    "import fr/bytes.json", "import fr/comma.json --format json",
                    "string add -s ../../etc passwd x",
                ]), "bad-files.txt")
        let added = try sandbox.git(
            "rev-list", "--count", "\(before.prefix(40))..translations", in: "app")
        #expect(added == "0\n")
    }
}
