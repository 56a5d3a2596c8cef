import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The releases and channels, and the text that an app showed.
@Suite struct ReleasePageTests {
    private static let releases = "/projects/shop/releases"

    /// Returns the page once all releases are examined.
    private func examined(
        _ browser: inout PageBrowser, _ path: String
    ) async throws -> PageBrowser.Page {
        for _ in 0..<600 {
            let page = try await browser.get(path)
            if !page.text.contains("being examined") { return page }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The releases were not examined.")
        return try await browser.get(path)
    }

    @Test func releasesAndChannelsAreListed() async throws {
        let server = try ProjectServer.withReleases()
        let (v1, v2) = (try server.commit("v1"), try server.commit("v2"))
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await examined(&browser, Self.releases)
            #expect(page.status == .ok, "\(page.text)")
            let text = page.text
            #expect(text.contains(#"aria-current="page">Releases</a>"#))
            #expect(text.contains(#"<h3><code>production</code>"#))
            #expect(text.contains("app versions &gt;=3.2 &lt;5 · sequence 1"), "\(text)")
            #expect(text.contains(">since today</time>") && text.contains("Not signed"))
            let rows =
                text.components("class=\"releases\"").last?.components("<li>\n<div>\n<h3>") ?? []
            try #require(rows.count == 3, "\(text)")
            let (second, first) = (rows[1], rows[2])
            #expect(second.contains("<bdi>v2</bdi>") && first.contains("<bdi>v1</bdi>"))
            #expect(second.contains("· 2 strings") && first.contains("· first release"), "\(text)")
            #expect(second.contains("/projects/shop/changes?from=v1&amp;to=v2"))
            #expect(second.contains("/projects/shop/bundles/at/\(v2).tar.gz"))
            #expect(first.contains("/projects/shop/bundles/at/\(v1)/manifest.json"))
            #expect(first.contains("production") && !second.contains("production"))
            #expect(second.contains(#"<span class="tag">de</span>"#))
            #expect(!text.contains("Point…") && !text.contains("New channel"))
            let digest = try server.cli("bundle", "--rev", "v2", "-o", "dist", "--format", "json")
            let match = try #require(second.firstMatch(of: /digest <code>([0-9a-f]{7})<\/code>/))
            #expect(digest.contains("\"digest\":\"\(match.1)") || digest.contains(match.1))
        }
    }

    @Test func factsAreStoredAndFollowNewTags() async throws {
        let server = try ProjectServer.withReleases()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            _ = try await examined(&browser, Self.releases)
        }
        let directory = server.sandbox.directory + "/shop/.git/dragoman/releases/"
        let v2 = directory + (try server.commit("v2")) + ".json"
        #expect(FileManager.default.fileExists(atPath: v2))
        // A tag in between changes what v2 is compared with, and damaged facts are found out again.
        let v1 = directory + (try server.commit("v1")) + ".json"
        try Data("{".utf8).write(to: URL(filePath: v1))
        try server.sandbox.git("tag", "v1.5", "v2~1", in: "shop")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await examined(&browser, Self.releases)
            let rows =
                page.text.components("class=\"releases\"").last?.components("<li>\n<div>\n<h3>")
                ?? []
            try #require(rows.count == 4, "\(page.text)")
            #expect(rows[1].contains("since <bdi>v1.5</bdi>"), "\(page.text)")
            #expect(rows[1].contains("· 1 string<") || rows[1].contains("· 1 string ·"))
            #expect(rows[3].contains("digest <code>"))
        }
    }

    @Test func aProjectWithoutReleasesSaysHowToMakeOne() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.releases)
            #expect(page.text.contains("No releases yet"))
            #expect(page.text.contains("dragoman bundle --rev v1.0 -o dist"))
            #expect(page.text.contains("No channels yet."))
            try await browser.signIn(token)
            #expect(try await browser.get(Self.releases).text.contains("New channel…"))
            #expect(
                try await browser.get("/projects/shop").text.contains("/projects/shop/releases"))
        }
    }

    @Test func manyReleasesArePaged() async throws {
        let server = try ProjectServer()
        for number in 1...43 { try server.sandbox.git("tag", "v0.\(number)", in: "shop") }
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            var seen: [String] = []
            var path: String? = Self.releases
            while let next = path {
                let page = try await examined(&browser, next)
                let list = page.text.components("class=\"releases\"").last ?? ""
                let names = list.matches(of: /<bdi>(v0\.\d+)<\/bdi><\/a>/).map { String($0.1) }
                #expect(names.count <= 20)
                seen += names
                path = page.text.firstMatch(of: /href="([^"]*start=\d+)">Show older/)
                    .map { String($0.1) }
            }
            #expect(seen.count == 43 && Set(seen).count == 43)
            let far = try await browser.get(Self.releases + "?start=9223372036854775807")
            #expect(far.status == .ok)
        }
    }

    @Test func oneReleaseListsItsFilesAndLanguages() async throws {
        let server = try ProjectServer.withReleases()
        let v2 = try server.commit("v2")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await examined(&browser, Self.releases + "/at/" + v2)
            #expect(page.status == .ok, "\(page.text)")
            #expect(page.text.contains("<h1><bdi>v2</bdi></h1>"))
            #expect(page.text.contains("<code>\(v2)</code>"))
            #expect(page.text.contains("/projects/shop/bundles/at/\(v2)/"))
            #expect(page.text.contains("dragoman verify shop-\(v2.prefix(12)).tar.gz --rev v2"))
            // A commit that is not a release is not examined.
            for wrong in [
                String(repeating: "0", count: 40), try server.commit("v2~1"), "v3", "%00",
                "x".padded(to: 300),
            ] {
                let answer = try await browser.get(Self.releases + "/at/" + wrong)
                #expect((400..<500).contains(answer.status.code), "\(wrong): \(answer.status)")
            }
        }
    }

    // MARK: What did the app say?

    @Test func theStringPageSaysWhatTheAppSaid() async throws {
        let server = try ProjectServer.withReleases()
        let page = "/projects/shop/languages/de/string?section=default&key=cart.title"
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let plain = try await browser.get(page)
            #expect(plain.text.contains("What did the app say?"))
            #expect(plain.text.contains("<option value=\"production\">"))
            let now = try await browser.get(page + "&channel=production&at=")
            #expect(now.status == .ok, "\(now.text)")
            #expect(now.text.contains("production pointed to v1, sequence 1."), "\(now.text)")
            let part = now.text.components("id=\"said\"").last ?? ""
            let said = part.components("</section>").first ?? ""
            #expect(said.contains("Warenkorb") && !said.contains("Einkaufswagen"), "\(said)")
            let early = try await browser.get(page + "&channel=production&at=2001-01-01")
            #expect(early.status == .notFound)
            #expect(early.text.contains("did not exist yet"), "\(early.text)")
            let wrong = try await browser.get(page + "&channel=production&at=soon")
            #expect(wrong.status == .badRequest)
            #expect(wrong.text.contains("“soon” is not a valid time."))
            let unknown = try await browser.get(page + "&channel=gamma")
            #expect(unknown.status == .notFound)
            #expect(unknown.text.contains("There is no channel “gamma”."))
            let french = "/projects/shop/languages/fr-CA/string?section=default&key=cart.title"
            let inherited = try await browser.get(french + "&channel=production")
            #expect(inherited.text.contains("from fr</small>"), "\(inherited.text)")
            let absent = "/projects/shop/languages/fr/string?section=auth&key=login.title"
            let nothing = try await browser.get(absent + "&channel=production")
            #expect(nothing.text.contains("That release had no text for this string."))
        }
    }

    @Test(arguments: [
        (0, "0 bytes", "0 Bytes"), (1, "1 byte", "1 Byte"), (812, "812 bytes", "812 Bytes"),
        (148_220, "148 KB", "148\u{A0}KB"), (999_499, "999 KB", "999\u{A0}KB"),
        (999_500, "1.0 MB", "1,0\u{A0}MB"), (1_249_999, "1.2 MB", "1,2\u{A0}MB"),
        (2_000_000_000, "2,000.0 MB", "2.000,0\u{A0}MB"),
    ])
    func sizesAreWords(count: Int, english: String, german: String) throws {
        let wordings = try Wordings.builtIn.get()
        #expect(wordings.english.size(count) == english)
        #expect(try #require(wordings.named("de")).size(count) == german)
    }
}

extension ProjectServer {
    /// Creates a project with the tags v1 and v2, of which v2 is annotated, and a channel.
    static func withReleases() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.sandbox.git("tag", "v1", in: "shop")
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
        try server.cli("set", "fr", "auth:login.title", "Connexion")
        try server.sandbox.git("tag", "-a", "-m", "Two", "v2", in: "shop")
        try server.cli("channel", "set", "production", "v1", "--app-versions", ">=3.2 <5")
        return server
    }

    /// Returns the full id of a tag's commit.
    func commit(_ tag: String) throws -> String {
        try sandbox.git("rev-parse", tag + "^{commit}", in: "shop").trimmed
    }
}

extension String {
    /// Returns the parts between the occurrences of a separator.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    fileprivate func padded(to length: Int) -> String {
        padding(toLength: length, withPad: "x", startingAt: 0)
    }
}
