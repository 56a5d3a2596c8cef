import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The settings as forms.
@Suite struct SettingsPageTests {
    private static let settings = "/projects/shop/settings"

    /// Returns the fields of the form of one setting, without its value.
    private func fields(_ page: PageBrowser.Page, _ name: String) -> [(String, String)] {
        let form = page.text.components("id=\"setting-\(name)\"").dropFirst().first ?? ""
        let part = PageBrowser.Page(
            status: page.status, headers: page.headers,
            text: form.components("</form>").first ?? "")
        return ["form-token", "idempotency", "back", "setting", "seen"]
            .map { ($0, part.field($0)) }
    }

    @Test func settingsAreChangedAndShownInTheActivity() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let values: [(String, [String])] = [
                ("description", ["A shop.\r\nFor everyone."]), ("frozen", ["fr", "fr-CA"]),
                ("strict", ["true"]), ("open-proposals", ["7"]), ("retention", ["90"]),
                ("accepted-losses", ["cart:*\r\n\r\n list.* "]),
                ("reviewers", ["de: mara@example.org, paul@example.org\r\n*: mara@example.org"]),
                ("names", [#"{"mara@example.org": ["Mara"]}"#]), ("blocking-checks", []),
            ]
            for (name, values) in values {
                let page = try await browser.get(Self.settings)
                #expect(page.status == .ok)
                let done = try await browser.post(
                    Self.settings, fields(page, name) + values.map { ("value", $0) })
                #expect(done.status == .seeOther, "\(name): \(done.text)")
            }
            let json = try server.cli("config", "--format", "json")
            for expected in [
                #""description": "A shop.\nFor everyone.""#, #""open-proposals": 7"#,
                #""strict": true"#, #""blocking-checks": []"#, #""retention": 90"#,
            ] {
                #expect(json.contains(expected), "\(json)")
            }
            #expect(try server.cli("config", "frozen").contains(#"["fr","fr-CA"]"#))
            #expect(try server.cli("config", "accepted-losses").contains(#"["cart:*","list.*"]"#))
            #expect(
                try server.cli("config", "reviewers").contains(
                    #"{"de":["mara@example.org","paul@example.org"],"*":["mara@example.org"]}"#))
            let activity = try await browser.get("/projects/shop/activity?kind=settings")
            #expect(activity.text.contains("changed the setting"))
            #expect(activity.text.contains("open-proposals"))
            #expect(activity.text.contains("paul@example.org"))
            // People without a token see that the reviewers changed, but no address.
            var stranger = PageBrowser(client)
            let shown = try await stranger.get("/projects/shop/activity?kind=settings")
            #expect(shown.text.contains("reviewers"))
            #expect(!shown.text.contains("paul@example.org"))
            let project = try await browser.get("/projects/shop")
            #expect(project.text.contains("A shop."))
            // Resetting.
            let page = try await browser.get(Self.settings)
            let reset = try await browser.post(
                Self.settings, fields(page, "strict") + [("value", "true"), ("reset", "1")])
            #expect(reset.status == .seeOther)
            #expect(try server.cli("config", "strict").contains("default"))
        }
    }

    @Test func theSecondOfTwoIsToldAndOverwritesNothing() async throws {
        let server = try ProjectServer()
        let mara = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(mara)
            let page = try await browser.get(Self.settings)
            try server.cli("config", "description", "The shop of others")
            // The server reads commits of other processes before the next write.
            let refused = try await browser.post(
                Self.settings, fields(page, "description") + [("value", "My shop")])
            #expect(refused.status == .preconditionFailed, "\(refused.text)")
            #expect(refused.text.contains("changed this setting while you were editing it."))
            #expect(refused.text.contains("<bdi>The shop of others</bdi>"))
            #expect(refused.text.contains("My shop</textarea>"), "what was typed stays")
            #expect(try server.cli("config", "description").contains("The shop of others"))
            let second = try await browser.post(
                Self.settings, fields(refused, "description") + [("value", "My shop")])
            #expect(second.status == .seeOther, "\(second.text)")
            #expect(try server.cli("config", "description").contains("My shop"))
        }
    }

    @Test func wrongValuesAreRefusedAtTheirField() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let wrong: [(String, String, String)] = [
                ("open-proposals", "many", "“many” is not a whole number."),
                ("open-proposals", "0", "between 1 and 10000"),
                ("retention", "many", "“many” is not a whole number."),
                ("names", "{", "This is not valid JSON"),
                ("reviewers", "mara@example.org", "has no colon after the language."),
                ("reviewers", "de: a@b\nde: c@d", "A language is listed twice."),
                ("maintainers", "Mara", "array of email addresses"),
                ("maintainers", "paul@example.org", "would no longer be allowed"),
                ("description", String(repeating: "x", count: 501), "the limit is 500"),
                ("placeholders", "nonsense", "nonsense"),
            ]
            for (name, value, message) in wrong {
                let page = try await browser.get(Self.settings)
                let refused = try await browser.post(
                    Self.settings, fields(page, name) + [("value", value)])
                #expect((400..<500).contains(refused.status.code), "\(name)")
                #expect(refused.text.contains(message), "\(name): \(refused.text)")
                #expect(refused.text.contains("aria-invalid=\"true\""), "\(name)")
            }
        }
    }

    @Test func onlyMaintainersSeeTheSettings() async throws {
        let server = try ProjectServer()
        try server.cli("config", "maintainers", #"["tess@example.org"]"#, "--force")
        let mara = try server.token(.admin)
        let tess = try server.token(.admin, email: "tess@example.org")
        let reviewer = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            for (token, sees) in [(mara, false), (tess, true), (reviewer, false)] {
                var browser = PageBrowser(client)
                try await browser.signIn(token)
                let page = try await browser.get(Self.settings)
                #expect(page.status == (sees ? .ok : .forbidden))
                let project = try await browser.get("/projects/shop")
                #expect(project.text.contains(">Settings</a>") == sees)
            }
        }
    }
}

extension String {
    /// Returns the parts between the occurrences of a separator.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
