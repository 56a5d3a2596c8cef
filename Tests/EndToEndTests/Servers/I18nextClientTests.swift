import Foundation
import TestWorld
import Testing

/// The real i18next with its HTTP backend against the built server.
@Suite(
    .enabled(
        if: I18nextClient.obstacle == nil, "\(I18nextClient.obstacle ?? "")"))
struct I18nextClientTests {
    @Test func loadsWhatNegotiationSays() async throws {
        let client = try I18nextClient()
        for (wanted, options) in [
            ("de-CH", #"fallbackLng: "en""#), ("fr-CA", #"fallbackLng: "en""#),
            ("sv", #"fallbackLng: ["de", "en"]"#), ("en-GB", #"fallbackLng: "en""#),
        ] {
            let said = try client.run(
                """
                await load({lng: "\(wanted)", \(options), ns: ["default", "auth", "admin/users"]});
                say(t("cart.title"), t("cart.items", {count: 1}), t("cart.items", {count: 7}),
                    t("auth:login.title"), t("admin/users:title"));
                """)
            let fallback =
                wanted == "sv"
                ? ["--fallback-lng", "default=de,en"] : ["--fallback-lng", "default=en"]
            func get(_ words: String...) throws -> String {
                try client.cli(
                    ["get", "--negotiate", "i18next", "--for", wanted] + fallback + words)
            }
            #expect(
                said == [
                    try get("cart.title"),
                    try get("cart.items", "--count", "1")
                        .replacingOccurrences(of: "{{count}}", with: "1"),
                    try get("cart.items", "--count", "7")
                        .replacingOccurrences(of: "{{count}}", with: "7"),
                    try get("-s", "auth", "login.title"), try get("-s", "admin/users", "title"),
                ], "\(wanted)")
        }
    }

    /// A channel's directory of i18next files is a base path like any other.
    @Test func loadsFromAChannel() async throws {
        let client = try I18nextClient()
        let release = try client.tip
        try client.cli(["config", "channel.production", #"{"commit":"\#(release)","sequence":1}"#])
        try client.cli(["set", "de", "cart.title", "Einkaufswagen"])
        let load = """
            await load({lng: "de-CH", fallbackLng: "en", ns: ["default", "auth", "admin/users"], backend: {
                loadPath: base + "/projects/shop/bundles/production/i18next-json/{{lng}}/{{ns}}.json"}});
            say(t("cart.title"), t("cart.items", {count: 7}), t("auth:login.title"), t("admin/users:title"));
            """
        #expect(try client.run(load) == ["Warenkorb", "7 Artikel!", "Sign in", "Users"])
        let newer = try client.tip
        try client.cli(["config", "channel.production", #"{"commit":"\#(newer)","sequence":2}"#])
        usleep(500_000)
        #expect(try client.run(load).first == "Einkaufswagen")
    }

    @Test func loadsSeveralAtOnce() async throws {
        let client = try I18nextClient()
        let said = try client.run(
            """
            await load({lng: "de", fallbackLng: "en", ns: ["default"], backend: {
                loadPath: base + "/locales/resources.json?lng={{lng}}&ns={{ns}}", allowMultiLoading: true,
                addPath: undefined, parse: (text, languages, namespaces) => {
                    const all = JSON.parse(text);
                    return typeof languages === "string" || languages.length > 1 ? all : all[languages[0]][namespaces[0]];
                }}});
            const backend = i18next.services.backendConnector.backend;
            const all = await new Promise((resolve, reject) => backend.readMulti(
                ["de", "en", "dev"], ["default", "auth", "none"], (error, data) => error ? reject(error) : resolve(data)));
            say(all.de.default.cart.title, all.en.auth.login.title, JSON.stringify(all.dev.auth),
                JSON.stringify(all.de.none));
            """)
        #expect(said == ["Warenkorb", "Sign in", "{}", "{}"])
    }

    @Test func reportsMissingKeysAndReloads() async throws {
        let client = try I18nextClient()
        let said = try client.run(
            """
            await load({lng: "de", fallbackLng: "en", ns: ["default", "auth"], saveMissing: true,
                saveMissingPlurals: true});
            say(t("new.title", "A new title"), t("Are you sure?"), t("auth:reset", "Reset"),
                t("file", {count: 3, defaultValue_one: "{{count}} file", defaultValue_other: "{{count}} files"}),
                t("cart.title"));
            """)
        #expect(said == ["A new title", "Are you sure?", "Reset", "3 files", "Warenkorb"])
        var proposals = ""
        for _ in 0..<100 where !proposals.contains("file") {
            usleep(100_000)
            proposals = try client.cli(["proposals", "-l", "en", "--format", "json"])
        }
        for text in [
            #""key": "new.title""#, #""key": "Are you sure?""#, #""key": "reset""#,
            #""key": "file""#,
            #"{{count}} files"#,
        ] { #expect(proposals.contains(text), "\(text)") }
        #expect(!proposals.contains("cart.title"))
        try client.cli(["accept", "--key", "new.title", "-y"])
        try client.cli(["set", "de", "new.title", "Ein neuer Titel"])
        usleep(500_000)
        let reloaded = try client.run(
            """
            await load({lng: "de", fallbackLng: "en", ns: ["default"]});
            say(t("new.title"));
            const {execFileSync} = await import("node:child_process");
            execFileSync("\(try Products.dragoman)", ["-C", "shop", "set", "de", "new.title", "Neuer Titel"]);
            await new Promise(resolve => setTimeout(resolve, 500));
            await i18next.reloadResources();
            say(t("new.title"));
            """)
        #expect(reloaded == ["Ein neuer Titel", "Neuer Titel"])
    }
}

/// A project on the built server, and Debian's i18next.
private struct I18nextClient {
    // `cjs/package.json` of the backend is invalid JSON, and Node refuses it: both are imported as
    // `esm`.
    private static let i18next = "/usr/share/nodejs/i18next/dist/umd/i18next.js"
    private static let backend = "/usr/share/nodejs/i18next-http-backend/esm/index.js"

    private let sandbox: Sandbox
    private let server: ServerProcess

    /// The reason why the client cannot run, or `nil`.
    static var obstacle: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard
            path.split(separator: ":").contains(where: {
                FileManager.default.isExecutableFile(atPath: "\($0)/node")
            })
        else { return "nodejs is not installed" }
        for (package, file) in [("node-i18next", i18next), ("node-i18next-http-backend", backend)]
        where !FileManager.default.fileExists(atPath: file) {
            return "\(package) is not installed"
        }
        return nil
    }

    /// Creates a project and serves it; everyone may read it and report keys.
    init() throws {
        let sandbox = try Sandbox()
        self.sandbox = sandbox
        let dragoman = try Products.dragoman
        for line in [
            "init shop", "-C shop locale add de fr fr-CA",
            "-C shop string add cart.title 'Your cart'",
            "-C shop string add cart.items --plural 'one={{count}} item' --plural 'other={{count}} items'",
            "-C shop string add -s auth login.title 'Sign in'",
            "-C shop string add -s admin/users title Users",
            "-C shop set de cart.title Warenkorb",
            "-C shop set de cart.items --plural 'one={{count}} Artikel' --plural 'other={{count}} Artikel!'",
            "-C shop set fr cart.title Panier",
            "-C shop set fr-CA -s auth login.title 'Se connecter'",
        ] {
            let result = try sandbox.execute(dragoman, Transcript.words(line))
            try #require(result.status == 0, "\(line): \(result)")
        }
        server = try ServerProcess.start(
            log: sandbox.directory + "/server.log", readyWord: "listening",
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": sandbox.directory, "LC_ALL": "C",
                "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            ]
        ) { port in
            try sandbox.write(
                """
                [server]
                    listen = 127.0.0.1:\(port)
                    state = \(sandbox.directory)/state
                    identity = Dragoman <dragoman@example.org>
                [project "shop"]
                    path = \(sandbox.directory)/shop
                    public = true
                [i18next "shop"]
                    add = open
                """, to: "server.conf")
            return [dragoman, "serve", "--config", sandbox.directory + "/server.conf"]
        }
    }

    /// Runs the command line on the project, and returns its output, without the last line feed.
    @discardableResult
    func cli(_ words: [String]) throws -> String {
        let result = try sandbox.execute(try Products.dragoman, ["-C", "shop"] + words)
        try #require(result.status == 0, "\(words): \(result)")
        return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
    }

    /// The newest commit of the project.
    var tip: String {
        get throws { String(try sandbox.git("rev-parse", "translations", in: "shop").dropLast()) }
    }

    /// Runs JavaScript that can `load` i18next with options, and returns the lines that it passes
    /// to `say`.
    func run(_ script: String) throws -> [String] {
        try sandbox.write(
            """
            import i18next from "\(Self.i18next)";
            import Backend from "\(Self.backend)";
            const base = "http://127.0.0.1:\(server.port)";
            const t = (...words) => i18next.t(...words);
            const say = (...texts) => { for (const text of texts) console.log(text); };
            for (let tries = 0; tries < 600; tries += 1) {
                if ((await fetch(base + "/health/ready")).ok) break;
                await new Promise(resolve => setTimeout(resolve, 50));
            }
            const load = ({backend, ...options}) => i18next.use(Backend).init({
                defaultNS: "default", interpolation: {escapeValue: false},
                backend: {loadPath: base + "/locales/{{lng}}/{{ns}}.json",
                    addPath: base + "/locales/add/{{lng}}/{{ns}}", reloadInterval: false, ...backend}, ...options});
            // Node ends when nothing is under way any more.
            \(script)
            """, to: "main.mjs")
        let result = try sandbox.execute("/usr/bin/env", ["node", "main.mjs"])
        try #require(result.status == 0, "\(result)")
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
