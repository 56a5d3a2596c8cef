import TestWorld
import Testing

/// The import of i18next's keys: plurals, contexts and sections.
struct I18nextImportTests {
    private func project(_ locales: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        Sessions.prepare(sandbox, ["init", "locale add \(locales)"])
        return sandbox
    }

    @Test func aSuffixAloneMakesNoPlural() throws {
        let sandbox = try project("fr pl")
        try sandbox.write(
            #"{"type_cash": "Cash", "type_other": "Other", "n_one": "{{count}} day", "n_other": "{{count}} days"}"#,
            to: "app/en/app.json")
        try sandbox.write(
            #"{"type_cash": "Espèces", "type_other": "Autre", "n_one": "{{count}} jour", "n_many": "{{count}} de jours", "n_other": "{{count}} jours"}"#,
            to: "app/fr/app.json")
        let imported = sandbox.run(["import", "en", "fr"], in: "app")
        #expect(imported.errors == "Imported: 3 defined, 3 set.\n", "\(imported)")
        let check = sandbox.run(["check", "fr", "--check", "plurals", "--errors"], in: "app")
        #expect(check.status == 0, "\(check)")
        _ = sandbox.run(
            [
                "export", "--format", "i18next-json", "-l", "pl", "--untranslated", "empty", "-o",
                "out",
            ],
            in: "app")
        let polish = try sandbox.read("app/out/pl/app.json")
        #expect(polish.contains("\"type_other\": \"\"") && !polish.contains("type_few"))
        #expect(polish.contains("\"n_few\": \"\""))
    }

    @Test func contextsAreDeclared() throws {
        let sandbox = try project("fr")
        try sandbox.write(#"{"friend": "Friend"}"#, to: "app/en/app.json")
        try sandbox.write(#"{"friend": "Ami", "friend_guest": "Invité"}"#, to: "app/fr/app.json")
        let before = sandbox.run(["import", "en", "fr"], in: "app")
        #expect(before.errors.contains("skipped"), "\(before)")
        #expect(sandbox.run(["config", "i18next-contexts", #"[""]"#], in: "app").status != 0)
        #expect(sandbox.run(["config", "i18next-contexts", #"["guest"]"#], in: "app").status == 0)
        let after = sandbox.run(["import", "fr/app.json"], in: "app")
        #expect(!after.errors.contains("skipped"), "\(after)")
        let export = sandbox.run(
            ["export", "--format", "i18next-json", "-l", "fr", "-o", "out"], in: "app")
        #expect(export.status == 0, "\(export)")
        #expect(try sandbox.read("app/out/fr/app.json").contains("\"friend_guest\": \"Invité\""))
    }
}
