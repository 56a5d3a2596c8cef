import Foundation
import TestWorld
import Testing

/// Runs the commands that the documents tell their readers to paste.
@Suite struct DocumentTests {
    /// The pages with a test here.
    static let pages =
        ["docs/server/api.md", "docs/guide/client.md", "docs/guide/five-minutes.md"]
        + ["i18next", "nstack", "platforms", "suggestions", "units", "verid"].map {
            "docs/guide/tours/\($0).md"
        }

    private static func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static let hasTools = ["curl", "jq"].allSatisfy { isThere("/usr/bin/\($0)") }
    private static let hasI18next =
        isThere("/usr/share/nodejs/i18next-http-backend") && isThere("/usr/bin/node")

    @Test(.enabled(if: hasTools, "curl or jq is not installed"))
    func theLinesOfTheAPIWork() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/server/api.md")
        // Each line runs in its own shell, in the project's directory once it exists.
        for line in document.commands where line != "dragoman serve" && line != "cd shop" {
            let words = "set -e\n[ ! -d shop ] || cd shop\n" + line
            let result = try document.run(words, in: sandbox)
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
        let script = """
            dragoman serve shop >server.txt 2>server.log &
            until curl -sf http://localhost:8080/health/ready >health.txt; do sleep 0.05; done
            token=$(sed -n 's/^  token  *//p' server.txt)
            curl() { command curl -sS "$@"; echo; }

            """
        let result = try document.run(
            script + document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            #""value":"Se connecter","suppliedBy":"fr""#, #""value":"Ouvrir une session""#,
            #""canDelete":true"#, #""reviewed":true"#, "HTTP/1.1 201 Created",
            "Idempotency-Replayed: true", #""code":"changed""#, #"; rel="next""#,
            #""value":"Einkaufswagen","suppliedBy":"de""#, "HTTP/1.1 304 Not Modified",
            #""type":"proposal.made""#, #""more":true"#, #""nearest":["auth:login.title"]"#,
            #""value":"Dein Warenkorb","can_delete":true"#, "Proposal deleted",
        ] { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
        for part in [
            #""status":5"#, #""code":"unknown-path""#, #""code":"usage""#, #""code":"4"#,
        ] {
            #expect(!result.output.contains(part), "\(part)\n\(result.output)")
        }
    }

    @Test(.enabled(if: hasTools, "curl or jq is not installed"))
    func theTourOfTestersWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/nstack.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [#""can_delete":true"#, "Proposal deleted", #""title": "Ouvrir une session""#] {
            #expect(result.output.contains(part), "\(part)\n\(result.output)")
        }
    }

    @Test(.enabled(if: hasTools && hasI18next, "node-i18next-http-backend is not installed"))
    func theTourOfI18nextWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/i18next.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "fr: Se connecter\n", "preview: Ouvrir une session\n", "es: Sign in\n",
            "es: Iniciar sesión\n", "Your cart is empty",
        ] { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
    }

    @Test(.enabled(if: hasTools, "curl or jq is not installed"))
    func theExampleOfTheClientWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/client.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "[fr, external]\n  Votre panier\n  1 article\n  3 articles\n",
            "[fr, cached, offline]\n  Votre panier\n",
            "Stored, to be sent when there is a connection.",
            "[fr, cached, offline]\n  Mon panier  (your proposal)\n",
            "1. fr default.title: Mon panier (yours)\n",
            "[fr, external]\n  Mon panier\n  1 article\n", "There are no proposals.",
            "[en, cached]\n  Your cart\n",
        ] { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
    }

    @Test func theTourOfVerIDWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/verid.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "3 new, 0 moved, 0 gone", "<original>Step %d of %d</original>",
            "The file is not ready: 1", "Imported: 3 set.", "Regardez droit vers la caméra\n",
            "fr.xml\nfr_CA.xml\n", "The project is behind the sources.",
            "Imported: 1 defined, 2 removed.", "fr  missing  Please wait a moment",
        ] { #expect((result.output + result.errors).contains(part), "\(part)") }
    }

    @Test func theTourOfSuggestionsWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/suggestions.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "machine:apertium: 5 strings, 6 texts", "Proposed 5 texts.",
            "title   La casa es grande", "Accepted 3 proposals.",
            "skipped: 2 strings with an earlier suggestion",
            "Proposed 2 texts (2 from the memory).",
            "title.short  La casa es grande", "<tmx version=\"1.4\">",
        ] { #expect((result.output + result.errors).contains(part), "\(part)\n\(result)") }
    }

    /// `git diff --exit-code` shows the files that an export left unchanged.
    @Test func theTourOfPlatformsWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/platforms.md")
        let result = try document.run(
            "set -e\n" + document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "web/locales/{locale}.json                i18next-json   en de  1 string   web",
            "android:title  Welcome!", "android/res/values-de/strings.xml | 2 +-\n 1 file changed",
            "web/locales/de.json               | 2 +-\n 2 files changed",
        ] { #expect((result.output + result.errors).contains(part), "\(part)\n\(result)") }
    }

    @Test func theTourOfUnitsWorks() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/tours/units.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in [
            "| German | `de` | Yes |", "de  hour_singular  Stunde", "fi  hour_singular  tunti",
            "Accepted 2 proposals.", "Rejected 1 proposal.", "Accepted 3 proposals.",
            "\"value\" : \"godzin\"",
        ] { #expect((result.output + result.errors).contains(part), "\(part)") }
    }

    @Test(.enabled(if: hasTools, "curl or jq is not installed"))
    func theFiveMinutesWork() throws {
        let sandbox = try Sandbox()
        let document = try Document("docs/guide/five-minutes.md")
        let result = try document.run(document.blocks.joined(separator: "\n"), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for part in ["Ouvrir une session", "Poursuivre"] {
            #expect(result.output.contains(part), "\(part)\n\(result.output)")
        }
    }
}
