import TestWorld
import Testing
import Translation

@testable import Hosting

/// Flags, variables, files, and a server without a file.
@Suite struct ConfigurationSourceTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    private static let file =
        ConfigurationScene.shop + "[server]\nlisten = 127.0.0.1:1\n[limits]\nappRate = 1/s\n"

    private func flag(_ name: String, _ value: String, _ flag: String) -> ConfigurationOverride {
        ConfigurationOverride(name, value, flag: flag)
    }

    @Test func flagsCountBeforeVariablesAndTheseBeforeTheFile() throws {
        let variables = [
            "DRAGOMAN_SERVER_LISTEN": "127.0.0.1:2", "DRAGOMAN_SERVER_LIMITS_APP_RATE": "2/s",
        ]
        let listen = flag("server.listen", "127.0.0.1:3", "--listen")
        for (environment, flags, value, origin) in [
            ([:], [], "127.0.0.1:1", "\(scene.path):4"),
            (variables, [], "127.0.0.1:2", "DRAGOMAN_SERVER_LISTEN"),
            (variables, [listen], "127.0.0.1:3", "--listen"),
            ([:], [listen], "127.0.0.1:3", "--listen"),
        ] as [([String: String], [ConfigurationOverride], String, String)] {
            let configuration = try scene.read(
                Self.file, environment: environment, flags: flags)
            let row = try #require(configuration.shown("server.listen"))
            #expect(row.value == value && row.origin == origin)
        }
        let rate = try scene.read(Self.file, environment: variables).limits.appRate
        #expect(rate == RateLimit(2, perSeconds: 1))
    }

    /// An overridden value need not be valid, but unknown keys are reported.
    @Test func onlyTheValueThatCountsIsRead() throws {
        let text = ConfigurationScene.shop + "[server]\nlisten = nowhere\n"
        let listen = flag("server.listen", "127.0.0.1:3", "--listen")
        #expect(try scene.read(text, flags: [listen]).server.listen.description == "127.0.0.1:3")
        #expect(try scene.refusal(text).message.hasPrefix("FILE, line 4: listen: "))
    }

    @Test func aListIsReplacedAsAWhole() throws {
        let text = ConfigurationScene.shop + "[server]\nproxy = 10.0.0.0/8\nproxy = ::1\n"
        let configuration = try scene.read(
            text, environment: ["DRAGOMAN_SERVER_PROXY": "127.0.0.1 127.0.0.2"])
        #expect(configuration.server.proxies.map(\.description) == ["127.0.0.1", "127.0.0.2"])
        let flags = ["192.0.2.1", "192.0.2.2"].map { flag("server.proxy", $0, "--proxy") }
        let flagged = try scene.read(
            text, environment: ["DRAGOMAN_SERVER_PROXY": "127.0.0.1"], flags: flags)
        #expect(flagged.server.proxies.map(\.description) == ["192.0.2.1", "192.0.2.2"])
    }

    @Test func namesOfVariables() throws {
        let configuration = try scene.read(
            Self.file,
            environment: [
                "DRAGOMAN_SERVER_STATE": "state",
                "DRAGOMAN_SERVER_LIMITS_CONNECTIONS_PER_ADDRESS": "9", "DRAGOMAN_SERVER_URL": "",
            ])
        #expect(
            configuration.server.state == scene.sandbox.directory + "/state",
            "Relative paths start from the current directory.")
        #expect(configuration.limits.connectionsPerAddress == 9)
        #expect(configuration.server.url == nil, "An empty variable is ignored.")
        #expect(configuration.notices == [])
    }

    @Test func variablesOfEarlierVersionsAreRefused() throws {
        let refusal = try scene.refusal(
            Self.file, environment: ["DRAGOMAN_SERVER_TLS_CERTIFICATE": "chain.pem"])
        #expect(refusal.message.contains("no longer supports TLS: remove “tlsCertificate”"))
    }

    @Test func unknownVariablesAreRemarkedOn() throws {
        let configuration = try scene.read(
            Self.file,
            environment: [
                "DRAGOMAN_SERVER_LISTN": "127.0.0.1:2", "DRAGOMAN_SERVER_PORT_80_TCP": "x",
                "DRAGOMAN_SERVER_CONFIG": "x", "DRAGOMAN_SERVER_LIMITS_": "",
            ])
        #expect(configuration.notices.count == 2)
        #expect(
            configuration.notices.first?.hasPrefix(
                "The variable DRAGOMAN_SERVER_LISTN does not match any key. "
                    + "Nearest: DRAGOMAN_SERVER_LISTEN")
                == true)
        #expect(
            configuration.notices.last?.hasPrefix(
                "The variable DRAGOMAN_SERVER_PORT_80_TCP does not match any key.") == true)
    }

    @Test(
        arguments: [
            ("server.lisen", "x", "--x: unknown key “lisen” in [server]."),
            ("serve.listen", "x", "--x: unknown section [serve]."),
            ("listen", "x", "--x: unknown section [listen]."),
            ("", "x", "--x: unknown section []."),
            (
                "server.listen", "nowhere",
                "--x: listen: “nowhere” is not an address such as 127.0.0.1:8080, [::1]:8080 or unix:/path."
            ),
            ("project.web.public", "true", "--x: [project \"web\"] has no “path”."),
            (
                "server.tlsKey", "k",
                "--x: the server no longer supports TLS: remove “tlsKey”, and put a proxy in front of it."
            ),
        ])
    func wrongFlagsAreNamed(name: String, value: String, message: String) throws {
        let refusal = try scene.refusal(Self.file, flags: [flag(name, value, "--x")])
        // A missing value of a project is reported for the file, where it can be added.
        let place = name.hasPrefix("project") ? "FILE" : "--x"
        #expect(refusal.message == message.replacing("--x", with: place))
        #expect(refusal.code == (place == "FILE" ? .invalidFile : .invalidValue))
    }

    @Test func flagsOfAProject() throws {
        let configuration = try scene.read(
            Self.file, flags: [flag("project.shop.public", "true", "--public")])
        #expect(configuration.projects[0].isPublic)
    }

    // MARK: Without a file

    @Test func servingADirectoryIsForThisMachineAlone() throws {
        let configuration = try ServerConfiguration.serving(
            directory: "/srv/My Shop", on: scene.sandbox.host())
        let project = try #require(configuration.defaultProject)
        #expect(project.name == "my-shop" && project.path == "/srv/My Shop")
        #expect(project.isPublic && project.testers == .open && project.missingKeys == .off)
        #expect(configuration.server.listen.isLoopback)
        #expect(configuration.shown("project.my-shop.path")?.origin == "serve DIR")
        let listening = try ServerConfiguration.serving(
            directory: "/srv/shop",
            overrides: [flag("server.listen", "127.0.0.1:0", "--listen")],
            on: scene.sandbox.host(environment: ["DRAGOMAN_SERVER_CONTACT": "a@example.org"]))
        #expect(listening.server.listen.description == "127.0.0.1:0")
        #expect(listening.server.contact == "mailto:a@example.org")
    }

    @Test(arguments: [
        ("/srv/shop", "shop"), ("/srv/Shop.git/", "shop-git"), ("/", "project"),
        ("/srv/---", "project"), ("/srv/_x", "x"), ("/srv/é", "project"), ("/srv/a\u{301}b", "b"),
        ("/srv/" + String(repeating: "a", count: 70), String(repeating: "a", count: 63)),
    ])
    func projectsAreNamedAfterTheirDirectory(path: String, name: String) {
        let suggested = ProjectName.suggested(forDirectory: path)
        #expect(suggested == name)
        #expect(ProjectName.isName(suggested))
    }

    // MARK: The state directory

    private func state(
        _ file: String?, _ environment: [String: String] = [:], flag name: String? = nil
    ) throws -> String {
        scene.sandbox.anonymous(
            try ServerConfiguration.stateDirectory(
                file: file,
                overrides: name.map { [flag("server.state", $0, "--state")] } ?? [],
                on: scene.sandbox.host(in: "work", environment: environment)))
    }

    @Test func theStateDirectoryIsTheFirstThatIsNamed() throws {
        try scene.sandbox.write("[server]\nstate = state\n", to: "etc/server.conf")
        try scene.sandbox.write("", to: "work/file")
        let variable = ["DRAGOMAN_SERVER_STATE": "/variable"]
        let named = ["DRAGOMAN_SERVER_CONFIG": "../etc/server.conf"]
        #expect(try state(nil) == "$SANDBOX/.local/state/dragoman")
        #expect(try state(nil, ["XDG_STATE_HOME": "/xdg"]) == "/xdg/dragoman")
        #expect(try state(scene.path, ["XDG_STATE_HOME": "/xdg"]) == "$SANDBOX/etc/state")
        #expect(try state(nil, named) == "$SANDBOX/work/../etc/state")
        #expect(try state(scene.path, variable) == "/variable")
        #expect(try state(scene.path, variable, flag: "here") == "$SANDBOX/work/here")
        #expect(try state(scene.path, variable, flag: "~/here") == "$SANDBOX/here")
    }

    /// A token can be revoked although the configuration is broken.
    @Test func aFileThatIsNotNeededIsNotRead() throws {
        try scene.sandbox.write("[broken", to: "etc/server.conf")
        #expect(try state(scene.path, flag: "/here") == "/here")
        #expect(try state(scene.path, ["DRAGOMAN_SERVER_STATE": "/there"]) == "/there")
        #expect(try refusal { try state(scene.path) }.code == .invalidFile)
        #expect(try refusal { try state(scene.path + "x") }.message.hasSuffix("does not exist."))
    }

    @Test func nothingElseOfTheFileIsJudged() throws {
        try scene.sandbox.write(
            "[nonsense]\nx = y\n[server]\nlisten = nowhere\nstate = /s\n", to: "etc/server.conf")
        #expect(try state(scene.path) == "/s")
        let empty = try refusal { try state(nil, flag: "") }
        #expect(empty.message == "--state: a value is missing.")
    }
}
