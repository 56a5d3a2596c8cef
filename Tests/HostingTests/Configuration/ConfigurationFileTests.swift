import Foundation
import Glibc
import TestKit
import TestWorld
import Testing
import Translation

@testable import Hosting

/// Rules for the file as a whole.
@Suite struct ConfigurationFileTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    private static let shop = ConfigurationScene.shop

    /// A file, its error, and the suggested names.
    private static let wrong: [(String, String, [String])] = [
        ("listen = x\n", "line 1: unknown section [listen]", []),
        ("[serve]\nlisten = x\n", "line 2: unknown section [serve]", ["server"]),
        ("[include]\npath = other\n", "line 2: unknown section [include]", []),
        ("[server]\nlisen = x\n", "line 2: unknown key “lisen” in [server]", ["listen"]),
        (
            shop + "[limits \"shop\"]\nformbodies = 1\n",
            "line 4: unknown key “formbodies” in [limits \"shop\"]", ["formBody"]
        ),
        (
            "[server \"a\"]\nlisten = x\n",
            "line 2: [server \"a\"] cannot have a name: write [server]", []
        ),
        (
            "[project]\npath = x\n",
            "line 2: [project] needs a project name: write [project \"shop\"]", []
        ),
        (
            shop + "[i18next]\nadd = off\n",
            "line 4: [i18next] needs a project name: write [i18next \"shop\"]", []
        ),
        (
            shop + "[nstack \"shpo\"]\npicker = x\n",
            "line 4: [nstack \"shpo\"] requires a section [project \"shpo\"], which does not exist",
            ["shop"]
        ),
        (
            shop + "[limits \"shop\"]\nconnections = 1\n",
            "line 4: “connections” is a server-wide limit: move it to [limits]", []
        ),
        (
            "[project \"Shop\"]\npath = x\n",
            "line 2: “Shop” is not a valid project name: use 1 to 63 lowercase letters, digits or “-”, not starting with “-”",
            []
        ),
        ("", "no project is configured: add [project \"shop\"]", []),
        (
            "[server]\nlisten = 127.0.0.1:1\n",
            "no project is configured: add [project \"shop\"]", []
        ),
        ("[project \"shop\"]\npublic\n", "[project \"shop\"] has no “path”", []),
        (
            shop + "default\n[project \"web\"]\npath = /w\ndefault\n",
            "line 6: “web” cannot be the default, because “shop” already is", []
        ),
        (
            shop + "[project \"web\"]\npath = /w\n[nstack \"shop\"]\napplicationId = a\n"
                + "[nstack \"web\"]\napplicationId = a\n",
            "line 8: “shop” and “web” have the same applicationId", []
        ),
        (
            "[project \"a\"]\npath = /srv/x\n[project \"b\"]\npath = /srv/./y/..//x/\n",
            "line 4: “b” and “a” have the same path: /srv/./y/..//x/", []
        ),
        (
            shop + "[server]\ntlsKey = k\n",
            "line 4: the server no longer supports TLS: remove “tlsKey”, and put a proxy in front of it",
            []
        ),
    ]

    @Test(arguments: wrong)
    func isRefused(text: String, sentence: String, nearest: [String]) throws {
        let refusal = try scene.refusal(text)
        let place = sentence.hasPrefix("line") ? "FILE, " : "FILE: "
        #expect(refusal.message == place + sentence + ".")
        #expect(refusal.code == .invalidFile)
        #expect(refusal.nearest.starts(with: nearest), "\(refusal.nearest)")
    }

    @Test func aFileThatIsNotThereIsNamed() throws {
        let path = scene.sandbox.directory + "/none"
        let refusal = try refusal {
            try ServerConfiguration.read(file: path, on: scene.sandbox.host())
        }
        #expect(refusal.message == "\(path): the file does not exist.")
    }

    @Test(arguments: [
        "[server\n", "[project \"shop\"\npath = x\n", "[server]\n= x\n", "[]\n", "\u{0}",
    ])
    func brokenSyntaxIsRefused(text: String) throws {
        let refusal = try scene.refusal(text)
        #expect(refusal.code == .invalidFile)
        #expect(refusal.message.hasPrefix("FILE: cannot be read: "), "\(refusal.message)")
    }

    @Test func aPipeKeepsNobodyWaiting() throws {
        let path = scene.sandbox.directory + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let refusal = try refusal {
            try ServerConfiguration.read(file: path, on: scene.sandbox.host())
        }
        #expect(refusal.message.hasPrefix("\(path): cannot be read: "))
    }

    @Test func namesAreReadInAnyCaseAndLaterValuesReplaceEarlierOnes() throws {
        let configuration = try scene.read(
            "[PROJECT \"shop\"]\nPath = /a\nPUBLIC = true\n[Limits]\nAPPRATE = 1/s\n"
                + "[project \"shop\"]\npath = /b\n[limits]\napprate = 2/s\n")
        let shop = try #require(configuration.project(named: "shop"))
        #expect(shop.path == "/b" && shop.isPublic)
        #expect(configuration.limits.appRate == RateLimit(2, perSeconds: 1))
        #expect(configuration.shown("project.shop.path")?.origin == "\(scene.path):7")
        #expect(configuration.projects.map(\.name) == ["shop"])
    }

    @Test func listsAreGatheredFromAllTheirLines() throws {
        let configuration = try scene.read(
            Self.shop + "cors = https://a.example, https://b.example\ncors = https://c.example\n"
                + "[server]\nproxy = 10.0.0.0/8\nproxy = ::1\n")
        #expect(
            configuration.projects[0].cors.map(\.description)
                == ["https://a.example", "https://b.example", "https://c.example"])
        #expect(configuration.server.proxies.map(\.description) == ["10.0.0.0/8", "::1"])
    }

    @Test func theDefaultProject() throws {
        #expect(try scene.read(Self.shop).defaultProject?.name == "shop")
        let web = "[project \"web\"]\npath = /w\n"
        #expect(try scene.read(Self.shop + web).defaultProject == nil)
        let marked = try scene.read(Self.shop + web + "default\n")
        #expect(marked.defaultProject?.name == "web")
        #expect(marked.projects.map(\.name) == ["shop", "web"])
        #expect(marked.project(named: "web")?.isDefault == true)
        #expect(marked.project(named: "other") == nil)
    }

    @Test func limitsOfAProjectBeginWithThoseOfTheServer() throws {
        let configuration = try scene.read(
            "[limits \"shop\"]\nformBody = 2KiB\n" + Self.shop
                + "[project \"web\"]\npath = /w\n[limits]\nformBody = 3KiB\nids = 7\n")
        let limits = configuration.projects.map(\.limits)
        #expect(configuration.limits.formBody == 3 << 10)
        #expect(limits.map(\.formBody) == [2 << 10, 3 << 10])
        #expect(limits.map(\.ids) == [7, 7])
        #expect(configuration.shown("limits.shop.formBody")?.value == "2KiB")
        #expect(configuration.shown("limits.shop.ids") == nil, "It has none of its own.")
    }

    @Test func allThatHoldsIsShown() throws {
        let configuration = try scene.read(
            """
            [server]
                listen = unix:/run/dragoman.sock
                url = https://l10n.example.org/t/
                state = /var/lib/dragoman
                identity = Dragoman <dragoman@example.org>
                proxy = 10.0.0.0/8 fd00::/8
                contact = security@example.org
            [project "shop"]
                path = /srv/l10n/shop
                public = true
                cors = https://shop.example.org
            [project "web"]
                path = /srv/l10n/web
                default
            [nstack "shop"]
                applicationId = abc
            [i18next "shop"]
                add = token
            [limits]
                testerRate = 20/min
            [limits "shop"]
                formBody = 128KiB

            """, environment: ["DRAGOMAN_SERVER_LIMITS_APP_RATE": "10/s"],
            flags: [ConfigurationOverride("server.listen", "127.0.0.1:0", flag: "--listen")])
        let text = configuration.lines.map {
            scene.sandbox.anonymous($0) + "\n"
        }
        assertGolden(text.joined(), "configuration.txt")
    }
}
