import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing
import Translation

@testable import Server
@testable import ServerPages

/// Refusals on pages speak to people with buttons, and never to programs.
@Suite struct PageWordsTests {
    /// Returns the words of the API or of the command line in a text.
    private static func foreignWords(_ text: String) -> [String] {
        let pattern =
            /`| --[a-z]|Dragoman-|Authorization|Bearer|\b(?:GET|PUT|POST|PATCH|DELETE|HTTP|API|JSON|UUID|guid)\b|Content-|"force"|\bdragoman [a-z]|query string|percent-/
        return text.matches(of: pattern).map { String($0.0) }
    }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    private static func files(_ directories: [String]) throws -> [(name: String, text: String)] {
        try directories.flatMap { directory in
            let root = sources.appendingPathComponent(directory)
            return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
                .filter { $0.hasSuffix(".swift") }.map { name in
                    let file = root.appendingPathComponent(name)
                    return (
                        directory + "/" + name, try String(contentsOf: file, encoding: .utf8)
                    )
                }
        }
    }

    /// Every hint's words for pages.
    @Test func hintsForPagesNameNoCommand() throws {
        var count = 0
        for (name, text) in try Self.files(["Domain", "Application", "Files", "FrontEnds"]) {
            for match in text.matches(of: /\bpage:\s*("(?:[^"\\]|\\.)*")/) {
                count += 1
                #expect(Self.foreignWords(String(match.1)) == [], "\(name): \(match.1)")
            }
        }
        #expect(count > 20)
    }

    /// Every problem of the server that a page could show has its own words for pages if the others
    /// are for programs.
    @Test func problemsHaveWordsForPages() throws {
        // These answer only programs, or come before there is a page.
        let apart = [
            "API/", "Bundles/", "Git/", "NStack/", "I18next/", "Connections/", "Streams/",
            "Operations/",
        ]
        let files = try Self.files(["FrontEnds/Server", "FrontEnds/ServerPages"]).filter { file in
            !apart.contains { file.name.contains("/" + $0) }
        }
        for (name, text) in files {
            for match in text.matches(of: /\bProblem\(/) {
                let call = Self.call(text[match.range.upperBound...])
                let literals = call.matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.0) }
                let own = call.split(separator: "onPages:", maxSplits: 1)
                guard own.count == 1 else {
                    let end = own[1].range(of: "headers:")?.lowerBound ?? own[1].endIndex
                    let words = own[1][..<end].matches(of: /"(?:[^"\\]|\\.)*"/).map { String($0.0) }
                    #expect(words.flatMap(Self.foreignWords) == [], "\(name): \(words)")
                    continue
                }
                #expect(literals.flatMap(Self.foreignWords) == [], "\(name): \(literals)")
            }
        }
    }

    /// Returns the arguments of a call, up to its closing parenthesis.
    private static func call(_ text: Substring) -> String {
        var depth = 1
        return String(
            text.prefix { character in
                if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
                return depth > 0
            })
    }

    /// A sentence with a command of another program is not for pages.
    @Test func adviceWithACommandIsForTerminals() {
        #expect(Refusal.Hint.advice("Run `git fsck`.").page == nil)
        #expect(Refusal.Hint.advice("Shorten it.").page == "Shorten it.")
    }

    private static let german = "/projects/shop/languages/de"

    /// Fields of forms that lead to a refusal of each act, as far as people can.
    private static let mistakes: [(act: String, fields: [(String, String)])] = [
        ("propose", [("key", "nope"), ("section", "default"), ("value", "x")]),
        ("propose", [("key", "cart.title"), ("section", "default"), ("value", "Warenkorb")]),
        ("propose", [("key", "cart.title"), ("section", "default"), ("value", "")]),
        ("propose", [("key", "cart.title"), ("section", "default"), ("value", "Wagen")]),
        ("propose", [("key", "cart.title"), ("section", "default")]),
        ("propose", []),
        ("set", [("key", "cart.title"), ("section", "default"), ("value", "Warenkorb")]),
        ("set", [("key", "cart.title"), ("section", "default"), ("value", "{{count}}")]),
        ("set", [("key", "nope"), ("section", "nope"), ("value", "x")]),
        (
            "set",
            [
                ("key", "cart.items"), ("section", "default"), ("value.one", "{count} Ding"),
                ("value.other", "{count} Dinge"),
            ]
        ),
        (
            "set",
            [("key", "cart.title"), ("section", "default"), ("value", "x"), ("idempotency", " ")]
        ),
        ("accept", []), ("accept", [("proposal", "OPEN"), ("edited", "1"), ("value", "")]),
        ("accept", [("proposal", "01ARZ3NDEKTSV4RRFFQ69G5FAV")]),
        ("accept", [("proposal", "OUTDATED")]), ("accept", [("proposal", "REJECTED")]),
        ("accept", [("proposal", "WRONG")]),
        ("reject", [("proposal", "OPEN")]),
        ("reject", [("proposal", "REJECTED"), ("code", "spam")]),
        ("reject", [("proposal", "OPEN"), ("code", "nonsense")]),
        ("delete", [("proposal", "OPEN")]), ("delete", [("proposal", "REJECTED")]),
        ("comment", [("proposal", "OPEN")]), ("comment", [("key", "x")]),
        ("endorse", [("proposal", "REJECTED")]), ("endorse", []),
        ("reopen", [("proposal", "OPEN")]), ("reopen", []),
        ("keep", []), ("keep", [("event", "01ARZ3NDEKTSV4RRFFQ69G5FAV")]),
        ("keep", [("event", "TEXT")]),
        ("mark", []), ("mark", [("key", "login.title"), ("section", "auth"), ("mark", "vouch")]),
        ("mark", [("key", "login.title"), ("section", "auth"), ("mark", "flag")]),
        ("silence", [("key", "cart.title"), ("section", "default"), ("check", "nope")]),
        ("silence", [("key", "login.title"), ("section", "auth"), ("check", "length")]),
        ("revert", []), ("revert", [("event", "TEXT"), ("event", "TEXT")]),
        ("bulk", []), ("bulk", [("act", "flag")]), ("check", []),
    ]

    /// Every act with mistakes, for a reviewer, a proposer, and in a frozen language.
    @Test func refusalsOnPagesSpeakToPeople() async throws {
        let server = try ProjectServer()
        let tokens = try [
            server.token(.admin), server.token(.review, email: "rosa@example.org"),
            server.token(.propose, email: "tove@example.org"),
            server.token(.review, locales: ["fr"], email: "luc@example.org"),
        ]
        func id(_ output: String) throws -> String {
            String(try #require(output.firstMatch(of: /[0-9A-HJKMNP-TV-Z]{26}/)).0)
        }
        var ids: [String: String] = [:]
        func propose(_ name: String, _ key: String, _ text: String) throws {
            let line = try server.cli("propose", "de", key, text, "--format", "json")
            ids[name] = try id(line)
        }
        try propose("REJECTED", "cart.title", "Spam")
        try server.cli("reject", #require(ids["REJECTED"]), "--reason", "spam")
        try propose("OUTDATED", "cart.title", "Einkauf")
        ids["TEXT"] = try id(
            server.cli("set", "de", "cart.title", "Warenkorb 2", "--format", "json"))
        try server.cli("set", "de", "cart.title", "Warenkorb")
        try propose("OPEN", "cart.title", "Wagen")
        try propose("WRONG", "cart.title", "Wagen {{name}}")
        for isFrozen in [false, true] {
            if isFrozen { try server.cli("config", "frozen", #"["de"]"#) }
            try await server.run(options: PageBrowser.withPages) { [ids] client in
                for token in tokens {
                    var browser = PageBrowser(client)
                    try await browser.signIn(token)
                    let formToken = try await browser.get("/account").field("form-token")
                    for (act, fields) in Self.mistakes {
                        let form =
                            [("form-token", formToken), ("back", Self.german)]
                            + fields.map { ($0.0, ids[$0.1] ?? $0.1) }
                        for json in [false, true] {
                            let page = try await browser.post(
                                Self.german + "/" + act, form, json: json)
                            let words = json ? page.text : Self.shown(page.text)
                            #expect(
                                Self.foreignWords(words) == [],
                                "\(act) \(fields): \(words.suffix(600))")
                            #expect(page.status.code < 500, "\(act) \(fields)")
                        }
                    }
                }
            }
        }
    }

    /// Addresses that lead to a refusal.
    @Test func refusedAddressesSpeakToPeople() async throws {
        let server = try ProjectServer()
        let token = try server.token(.propose)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            for isSignedIn in [false, true] {
                if isSignedIn { try await browser.signIn(token) }
                for path in [
                    "/nope", "/projects/nope", "/projects/shop/nope", "/projects/shop/languages/x-",
                    "/projects/shop/languages/it", Self.german + "/string?key=nope",
                    Self.german + "/string", Self.german + "/string?section=nope&key=title",
                    Self.german + "?show=nope", Self.german + "?position=12",
                    Self.german + "?q=%FF",
                    Self.german + "/review?at=x", Self.german + "/translate?at=x",
                    "/projects/shop/strings/new", Self.german + "/download?format=nope", "/%FF",
                    "/a/../b", Self.german + "/set", "/projects/shop/languages/-/string?key=a",
                ] {
                    let page = try await browser.visit(path)
                    #expect(
                        Self.foreignWords(Self.shown(page.text)) == [],
                        "\(path): \(Self.shown(page.text).suffix(400))")
                }
            }
            let damaged = try await client.execute(
                uri: "/projects/shop", method: .get,
                headers: [.accept: "text/html", .authorization: "Bearer dgp_nope"])
            #expect(Self.foreignWords(Self.shown(String(buffer: damaged.body))) == [])
        }
    }

    /// Returns the banners and the main words of a page, without the templates' own help.
    private static func shown(_ page: String) -> String {
        let banners = page.matches(
            of: /<div class="banner[^"]*"[^>]*>.*?<\/div>/.dotMatchesNewlines()
        )
        .map { String($0.0) }
        let isError = page.contains("data-page=\"error\"")
        let main =
            isError ? page.split(separator: "<main", maxSplits: 1).last.map(String.init) : nil
        let text = (banners + [main ?? ""]).joined(separator: "\n")
        return text.split(separator: "<footer", maxSplits: 1).first.map(String.init) ?? ""
    }
}

extension PageBrowser {
    /// Opens an address as a browser does, which asks for a page.
    fileprivate mutating func visit(_ path: String) async throws -> Page {
        let answer = try await client.execute(
            uri: path, method: .get,
            headers: [
                .accept: "text/html,*/*;q=0.8",
                .cookie: cookies.map { "\($0)=\($1)" }.joined(separator: "; "),
            ])
        return Page(
            status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }
}
