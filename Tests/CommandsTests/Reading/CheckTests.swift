import TestKit
import TestWorld
import Testing

@Suite struct CheckTests {
    @Test func checksAreChosenAndSilenced() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["string", "add", "-s", "glossary", "file", "File"], in: "app")
        sandbox.run(["string", "add", "open", "Open the file {name}."], in: "app")
        sandbox.run(["string", "add", "close", "Close the file {name}."], in: "app")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "check --list", "check --list --format json", "set fr glossary:file Fichier",
                    "set fr open ' Ouvrir la lettre {name}'",
                    "set fr open ' Ouvrez la lettre {name}' --strict", "set fr close 'Fermez tout'",
                    "set fr close 'Fermez le fichier' --strict",
                    "set fr open 'Ouvrir {nom}.' --strict",
                    "check fr --skip missing", "check fr --check spaces --check glossary",
                    "check fr --check space", "check fr --check spaces --fail-on warning",
                    "silence fr open spaces --reason 'put after an icon'", "silence fr open spaces",
                    "silence -l fr open glossary --format json", "silence fr open",
                    "silence fr open x",
                    "check fr --skip missing --format json", "check fr --silenced",
                    "set fr open '  Ouvrir la lettre {name}.'", "config strict true",
                    "set fr close 'Fermez tout!'", "propose fr close 'Fermez'",
                    "silence fr close placeholders", "set fr close 'Fermez tout!'",
                    "check fr --check placeholders", "log --type check.silenced --limit 1",
                ]), "checks.txt")
    }
}
