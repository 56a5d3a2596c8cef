import Foundation
import TestKit
import TestWorld
import Testing

/// Events over `git http-backend` behind a real HTTP server.
@Suite(.enabled(if: HTTPServer.obstacle == nil, "\(HTTPServer.obstacle ?? "")"))
struct HTTPTests {
    /// A project, its server, and a user.
    private struct Stage {
        let hub: Hub
        let server: HTTPServer
        var ines: Home
        let carriage: Carriage

        init(_ carriage: Carriage, withTLS: Bool = false) throws {
            self.carriage = carriage
            hub = try Hub()
            server = try HTTPServer(in: hub.sandbox, withTLS: withTLS)
            ines = try Home("ines", in: hub.sandbox)
        }

        func clone(_ url: String) throws -> Sandbox.Result {
            try carriage.clone(url, to: "app", by: ines)
        }

        func push() throws -> Sandbox.Result { try carriage.push(in: "app", by: ines) }

        /// Stores a name and a password for the server, as `git credential-store` does.
        func keep(_ login: String, at place: String? = nil) throws {
            let place = place ?? "http://127.0.0.1:\(server.port)"
            let line = place.replacing("//", with: "//\(login)@")
            try hub.sandbox.write(line + "\n", to: "home/ines/.git-credentials")
            try ines.configure(
                "credential.helper", "store --file=\(ines.path)/.git-credentials")
        }

        var kept: String { get throws { try hub.sandbox.read("home/ines/.git-credentials") } }
    }

    private static let login = "ines:correct%20horse"

    @Test(arguments: Carriage.allCases)
    func everybodyReadsAndWhoHasThePasswordPushes(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let before = try stage.hub.tip
        try Hub.require(stage.clone(stage.server.url(Hub.name)))
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        expectRefusal(try stage.push(), carriage, "authentication")
        #expect(try stage.hub.tip == before)
        try stage.keep(Self.login)
        try Hub.require(stage.push())
        #expect(try stage.hub.tip == stage.ines.git("rev-parse", "translations", in: "app").output)
        #expect(try stage.hub.defects == "")
        // Correct credentials are stored.
        #expect(try stage.kept.contains(Self.login))
        #expect(stage.server.finish().contains { $0.hasPrefix("POST") && $0.hasSuffix(" ines") })
    }

    @Test(arguments: Carriage.allCases)
    func aWrongPasswordIsRefusedAndForgotten(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.keep("ines:wrong")
        let url = stage.server.url(Hub.name, at: .closed)
        expectRefusal(try stage.clone(url), carriage, "authentication")
        #expect(try stage.kept == "")
        #expect(!FileManager.default.fileExists(atPath: stage.ines.path + "/app"))
        expectRefusal(
            try stage.clone(stage.server.url(Hub.name, at: .closed, as: "ines:wrong")), carriage,
            "authentication")
        // A client makes a few attempts; a hundred would be an attack.
        #expect(stage.server.finish().filter { $0.contains(" 401 ") }.count < 10)
    }

    @Test(arguments: Carriage.allCases)
    func thePasswordMayStandInTheAddress(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(stage.clone(stage.server.url(Hub.name, at: .closed, as: Self.login)))
    }

    @Test func aTokenOfTheEnvironmentOpensTheDoor() throws {
        let carriage = Carriage.dragoman
        var stage = try Stage(carriage)
        try stage.hub.sandbox.write("x-access-token:abc123\n", to: "httpd/users")
        stage.ines.variables["DRAGOMAN_TOKEN"] = "abc123"
        try Hub.require(stage.clone(stage.server.url(Hub.name, at: .closed)))
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        try Hub.require(stage.push())
        stage.ines.variables["DRAGOMAN_TOKEN"] = "other"
        try Hub.require(stage.ines.dragoman("set", "fr", "key1", "Texte", in: "app"))
        let refused = try stage.push()
        expectRefusal(refused, carriage, "authentication")
        // The token appears in no output and no stored file.
        #expect(!(refused.output + refused.errors).contains("other"))
        #expect(try !stage.hub.sandbox.read("home/ines/app/.git/config").contains("abc123"))
    }

    /// `GIT_TERMINAL_PROMPT=0` means the same to Dragoman as to git.
    @Test func theTerminalIsAskedUnlessGitMayNotAsk() throws {
        var stage = try Stage(.dragoman)
        let url = stage.server.url(Hub.name, at: .closed)
        let (name, password) = (HTTPServer.user, "correct horse")
        stage.ines.variables["GIT_TERMINAL_PROMPT"] = "0"
        let silent = try stage.ines.atTerminal(["clone", url, "app"])
        #expect(try silent.end() == 2)
        #expect(silent.screen.text.contains("does not know who you are"))
        #expect(!silent.screen.text.contains("Password for"))
        stage.ines.variables["GIT_TERMINAL_PROMPT"] = "1"
        let asking = try stage.ines.atTerminal(["clone", url, "app"])
        try asking.type("\(name)\n", at: "Username for")
        try asking.type("\(password)\n", at: "Password for")
        #expect(try asking.end() == 0)
        #expect(FileManager.default.fileExists(atPath: stage.ines.path + "/app/.git"))
    }

    @Test(arguments: Carriage.allCases)
    func aHeaderOfTheSettingsOpensTheDoor(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let url = stage.server.url(Hub.name, at: .token)
        expectRefusal(try stage.clone(url), carriage, "forbidden")
        try stage.ines.configure(
            "http.http://127.0.0.1:\(stage.server.port)/.extraHeader",
            "Authorization: Bearer \(HTTPServer.token)")
        try Hub.require(stage.clone(url))
    }

    @Test(arguments: Carriage.allCases)
    func aTicketThatNobodyHasIsARefusal(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let refused = try stage.clone(stage.server.url(Hub.name, at: .ticket))
        expectRefusal(refused, carriage, "authentication")
    }

    @Test(arguments: Carriage.allCases)
    func aRepositoryThatIsNotThereIsNamed(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let result = try stage.clone(stage.server.url("none.git"))
        expectRefusal(result, carriage, "remote-missing")
        #expect(result.errors.contains("none.git"))
        #expect(!FileManager.default.fileExists(atPath: stage.ines.path + "/app"))
    }

    @Test(arguments: Carriage.allCases)
    func nobodyAnswersWhereThereIsNoServer(_ carriage: Carriage) throws {
        let hub = try Hub()
        let ines = try Home("ines", in: hub.sandbox)
        // The port was in use a moment ago.
        let url = try HTTPServer(in: hub.sandbox).url(Hub.name)
        expectRefusal(
            try carriage.clone(url, to: "app", by: ines), carriage, "unreachable")
        #expect(!FileManager.default.fileExists(atPath: ines.path + "/app"))
    }

    @Test(arguments: Carriage.allCases)
    func aServerThatOnlyReadsTakesNothing(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.hub.sandbox.git("config", "http.receivepack", "false", in: "srv/\(Hub.name)")
        try stage.keep(Self.login)
        let before = try stage.hub.tip
        try Hub.require(stage.clone(stage.server.url(Hub.name)))
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        expectRefusal(try stage.push(), carriage, "forbidden")
        #expect(try stage.hub.tip == before)
    }

    @Test(arguments: Carriage.allCases)
    func aHookRefusesWithItsWords(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.hub.addHook("pre-receive", "echo 'not on a Sunday'\nexit 1\n")
        try stage.keep(Self.login)
        let before = try stage.hub.tip
        try Hub.require(stage.clone(stage.server.url(Hub.name)))
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let result = try stage.push()
        expectRefusal(result, carriage, "rejected")
        #expect(result.errors.contains("not on a Sunday"), "\(result)")
        #expect(try stage.hub.tip == before)
    }

    @Test(arguments: Carriage.allCases)
    func aCertificateOfNobodyIsNotTrusted(_ carriage: Carriage) throws {
        let stage = try Stage(carriage, withTLS: true)
        let url = stage.server.secureURL(Hub.name)
        expectRefusal(try stage.clone(url), carriage, "certificate")
        #expect(!FileManager.default.fileExists(atPath: stage.ines.path + "/app"))
        try stage.ines.configure("http.sslCAInfo", stage.server.authority)
        try Hub.require(stage.clone(url))
        try stage.keep(Self.login, at: "https://localhost:\(stage.server.securePort)")
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        try Hub.require(stage.push())
        #expect(try stage.hub.defects == "")
    }

    @Test(arguments: Carriage.allCases)
    func aRedirectOnTheHostIsFollowed(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(stage.clone(stage.server.url(Hub.name, at: .moved)))
        #expect(try stage.ines.dragoman("get", "en", "key0", in: "app").output == "Text number 0\n")
    }

    @Test(arguments: Carriage.allCases)
    func aRedirectToAnotherHostGetsNoPassword(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.keep(Self.login)
        let result = try stage.clone(stage.server.url(Hub.name, at: .elsewhere))
        #expect(result.status != 0, "\(result)")
        if carriage != .plainGit { #expect(result.status == 2, "\(result)") }
        #expect(!FileManager.default.fileExists(atPath: stage.ines.path + "/app"))
        #expect(!stage.server.finish().contains { $0.hasSuffix(" ines") })
    }

    @Test(arguments: Carriage.allCases)
    func aPushOfSomeMegabytesArrives(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.keep(Self.login)
        // Git sends larger requests in chunks.
        try stage.ines.configure("http.postBuffer", "65536")
        try Hub.require(stage.clone(stage.server.url(Hub.name)))
        var random = SplitMix64(seed: 7)
        let texts = (0..<400).map { index in
            "\"noise\(index)\":\"\((0..<80).map { _ in String(random.next(), radix: 36) }.joined())\""
        }
        try stage.hub.sandbox.write(
            "{\(texts.joined(separator: ","))}", to: "home/ines/noise.json")
        try Hub.require(
            stage.ines.dragoman("import", "--locale", "en", "../noise.json", in: "app"))
        try Hub.require(stage.push())
        #expect(try stage.hub.defects == "")
        #expect(try stage.hub.tip == stage.ines.git("rev-parse", "translations", in: "app").output)
    }
}
