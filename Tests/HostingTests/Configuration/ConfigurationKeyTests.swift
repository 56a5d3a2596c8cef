import TestWorld
import Testing
import Translation

@testable import Hosting

/// Every key with good values and bad ones.
@Suite struct ConfigurationKeyTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    /// The section, the key, the written value, and the shown value.
    private static let good: [(String, String, String, String)] = [
        ("server", "listen", "127.0.0.1:8080", "127.0.0.1:8080"),
        ("server", "listen", "[::1]:8080", "[::1]:8080"),
        ("server", "listen", "0.0.0.0:0", "0.0.0.0:0"),
        ("server", "listen", "[::ffff:10.0.0.1]:65535", "[::ffff:10.0.0.1]:65535"),
        ("server", "listen", "unix:/run/dragoman.sock", "unix:/run/dragoman.sock"),
        ("server", "socketMode", "0600", "0600"), ("server", "socketMode", "666", "0666"),
        ("server", "socketGroup", "www-data", "www-data"),
        ("server", "url", "https://l10n.example.org/t", "https://l10n.example.org/t"),
        ("server", "url", "HTTPS://L10N.Example.org:443/T/", "https://l10n.example.org/T"),
        ("server", "url", "http://[::1]:8080", "http://[::1]:8080"),
        ("server", "url", "http://example.org:443/", "http://example.org:443"),
        ("server", "state", "/var/lib/dragoman", "/var/lib/dragoman"),
        ("server", "state", "../state", "$SANDBOX/etc/../state"),
        ("server", "state", "~/state", "$SANDBOX/state"),
        ("server", "state", "~", "$SANDBOX"),
        ("server", "state", "~mara/state", "$SANDBOX/etc/~mara/state"),
        ("server", "identity", "Dragoman <d@example.org>", "Dragoman <d@example.org>"),
        ("server", "identity", " The  Server <d@example.org>", "The Server <d@example.org>"),
        ("server", "proxy", "10.0.0.0/8, fd00::/8  ::1", "10.0.0.0/8 fd00::/8 ::1"),
        ("server", "proxy", "0.0.0.0/0", "0.0.0.0/0"),
        ("server", "contact", "security@example.org", "mailto:security@example.org"),
        ("server", "contact", "https://example.org/security", "https://example.org/security"),
        ("server", "contact", "tel:+49-30-1", "tel:+49-30-1"),
        ("server", "logAddresses", "on", "true"),
        ("project \"shop\"", "path", "shop", "$SANDBOX/etc/shop"),
        ("project \"shop\"", "default", "yes", "true"),
        ("project \"shop\"", "public", "ON", "true"),
        ("project \"shop\"", "public", "1", "true"),
        ("project \"shop\"", "public", "off", "false"),
        ("project \"shop\"", "public", "", "false"),
        ("project \"shop\"", "strict", "true", "true"),
        ("project \"shop\"", "testers", "open", "open"),
        (
            "project \"shop\"", "cors", "https://Shop.Example.org:443,capacitor://localhost",
            "https://shop.example.org capacitor://localhost"
        ),
        ("nstack \"shop\"", "applicationId", "abc-123", "abc-123"),
        ("nstack \"shop\"", "picker", "single-full-match", "single-full-match"),
        ("i18next \"shop\"", "add", "token", "token"),
        ("limits", "connections", "1", "1"),
        ("limits", "headerBytes", "2k", "2KiB"),
        ("limits", "headerBytes", "1025", "1025"),
        ("limits", "requestTime", "90s", "90s"),
        ("limits", "requestTime", "120s", "2min"),
        ("limits", "appRate", "5/s", "5/s"), ("limits", "unknownTokenRate", "9/min", "9/min"),
        ("limits \"shop\"", "importBody", "1 GiB", "1GiB"),
        ("limits \"shop\"", "testerRate", "1000/h", "1000/h"),
    ]

    @Test(arguments: good)
    func isTaken(section: String, key: String, value: String, shown: String) throws {
        let configuration = try scene.read(
            ConfigurationScene.shop
                + "[\(section)]\n\(key) = \(ConfigurationScene.quoted(value))\n")
        let name = section.replacing(" \"", with: ".").replacing("\"", with: "") + "." + key
        let row = try #require(configuration.shown(name))
        #expect(scene.sandbox.anonymous(row.value) == shown)
        #expect(row.origin == "\(scene.path):4")
    }

    private static let listen =
        "is not an address such as 127.0.0.1:8080, [::1]:8080 or unix:/path"
    private static let url =
        "is not an address such as https://l10n.example.org/t, without a user, query or fragment"
    private static let identity = "is not an identity such as Dragoman <dragoman@example.org>"
    private static let proxy =
        "is not a network such as 10.0.0.0/8 or fd00::/8; bits after the prefix must be zero"
    private static let peers =
        "is not an address, a network such as 10.0.0.0/8 or fd00::/8, or “unix”; bits after the prefix must be zero"
    private static let header = "is not a header field such as X-Forwarded-Email"
    private static let meaning = "already has another meaning"
    private static let contact =
        "is not an email address or a URI that starts with https://, mailto: or tel:"
    private static let origin = "is not an origin such as https://app.example.org, without a path"
    private static let id = "does not consist of 1 to 200 visible ASCII characters"

    /// The section, the key, the written value, and the error.
    private static let bad: [(String, String, [String], String)] = [
        (
            "server", "listen",
            [
                "localhost:80", "127.0.0.1", "127.0.0.1:", ":8080", "127.0.0.1:65536", "::1:80",
                "[127.0.0.1]:80", "127.0.0.1:+80", "127.0.0.1:000080", "unix:run", "unix:",
                "unix:/" + String(repeating: "a", count: 107), "127.1:80",
            ], listen
        ),
        (
            "server", "url",
            [
                "example.org", "ftp://example.org", "https://", "https://u@example.org",
                "https://example.org/?q", "https://example.org/#x", "https://example.org//a",
                "https://example.org/../a", "https://example.org/a%20b",
                "https://example.org:99999", "https://exam ple.org", "https://[::1", "https://[x]",
                "https://:80", "https://é.org",
            ], url
        ),
        (
            "server", "identity",
            [
                "Dragoman", "<d@example.org>", "D <example.org>", "D <d@example.org> x",
                "D > <d@example.org>", "D <d @example.org>", "D\u{1B}[2J <d@example.org>",
                "D <d\u{85}@example.org>",
            ], identity
        ),
        (
            "server", "proxy",
            [
                "10.0.0.1/8", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "example.org",
                "10.0.0.0/8/8",
            ], proxy
        ),
        (
            "server", "userHeader",
            ["X User", "X_User", "X-User:", "é", String(repeating: "a", count: 101)], header
        ),
        ("server", "userHeader", ["cookie", "X-FORWARDED-FOR", "Host"], meaning),
        ("server", "userHeaderFrom", ["10.0.0.1/8", "proxy.example.org", "unix:/run/x"], peers),
        (
            "server", "contact", ["me", "ftp://example.org", "a b@example.org", "é@example.org"],
            contact
        ),
        (
            "project \"shop\"", "cors",
            ["https://example.org/", "example.org", "*", "null", "https://a@b"], origin
        ),
        (
            "project \"shop\"", "inContext",
            [
                "https://*.example.org", "*", "null", "https://example.org/app", "file://",
                "https://a@b", "//example.org",
            ], origin
        ),
        ("nstack \"shop\"", "applicationId", ["a b", "é", String(repeating: "a", count: 201)], id),
        (
            "server", "socketMode", ["rw", "0o660", "888", "01777", "7", "-660"],
            "is not a file mode such as 0660"
        ),
        ("server", "logAddresses", ["sometimes"], "is neither true nor false"),
        ("project \"shop\"", "public", ["maybe", "2", "tru"], "is neither true nor false"),
        ("project \"shop\"", "default", ["shop"], "is neither true nor false"),
        ("project \"shop\"", "strict", ["very"], "is neither true nor false"),
        ("project \"shop\"", "testers", ["opne", "OPEN", "true"], "is not one of off, app, open"),
        ("i18next \"shop\"", "add", ["app"], "is not one of off, token, open"),
        (
            "nstack \"shop\"", "picker", ["first"],
            "is not one of list-full-match, list-language-match, single-full-match, single-language-match"
        ),
        ("limits", "connections", ["ten", "1k", "--1", "1.5", "9999999999"], "is not a number"),
        ("limits", "connections", ["0", "-1", "1000001"], "is not between 1 and 1000000"),
        (
            "limits", "headerBytes", ["big", "1 kB", "-1", "1.5k"],
            "is not a size such as 64KiB or 1MiB"
        ),
        ("limits", "headerBytes", ["1023", "2MiB"], "is not between 1KiB and 1MiB"),
        (
            "limits", "requestTime", ["30", "soon", "1.5s"],
            "is not a duration with its unit, such as 500ms, 30s or 5min"
        ),
        ("limits", "requestTime", ["99ms", "25h"], "is not between 100ms and 1d"),
        (
            "limits", "appRate", ["20", "0/s", "20/day", "/s", "2/s/s", "1.5/s", "9999999999/s"],
            "is not a rate such as 20/min, 5/s or 1000/h"
        ),
        ("limits \"shop\"", "guid", ["35", "1001"], "is not between 36 and 1000"),
    ]

    @Test(arguments: bad)
    func isRefused(section: String, key: String, values: [String], sentence: String) throws {
        for value in values {
            let refusal = try scene.refusal(
                ConfigurationScene.shop
                    + "[\(section)]\n\(key) = \(ConfigurationScene.quoted(value))\n")
            #expect(refusal.code == .invalidFile)
            let shown =
                key == "proxy" || key == "cors" ? value.split(separator: " ")[0] : value[...]
            #expect(refusal.message == "FILE, line 4: \(key): “\(shown)” \(sentence).")
            #expect(refusal.hint == "See docs/server/running.md for the keys and their values.")
        }
    }

    private static let hook =
        ConfigurationScene.shop
        + "[webhook \"ci\"]\nproject = shop\nurl = https://ci.example.org/hook\nsecret = whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"

    @Test(arguments: [
        ("url", "http://10.0.0.1:8080/a?b=c", "http://10.0.0.1:8080/a?b=c"),
        ("url", "https://[fd00::1]/", "https://[fd00::1]/"),
        ("types", "proposal.made,translation.set", "proposal.made translation.set"),
        ("locales", "fr zh-Hant", "fr zh-Hant"), ("allow", "10.0.0.0/8", "10.0.0.0/8"),
    ]) func aWebhookIsTaken(key: String, value: String, shown: String) throws {
        let configuration = try scene.read(Self.hook + "\(key) = \"\(value)\"\n")
        #expect(configuration.shown("webhook.ci.\(key)")?.value == shown)
        #expect(configuration.shown("webhook.ci.secret")?.value == "1 set")
        #expect(!configuration.lines.joined().contains("whsec_"))
    }

    @Test(arguments: [
        ("url = ftp://example.org", "url: “ftp://example.org” is not an address such as"),
        ("url = https://u:p@example.org/", "url: “https://u:p@example.org/” is not an address"),
        ("url = \"https://example.org/#x\"", "url: “https://example.org/#x” is not an address"),
        ("url = \"https://example.org/a b\"", "url: “https://example.org/a b” is not an address"),
        ("secret = whsec_c2VjcmV0", "secret: a secret must be whsec_ and 24 to 64 bytes"),
        ("secret = hunter2", "secret: a secret must be whsec_"),
        ("types = proposal.maid", "types: “proposal.maid” is not a type of event"),
        ("locales = fr!", "locales: “fr!” is not a language tag"),
        ("allow = 10.0.0.1/8", "allow: “10.0.0.1/8” is not a network"),
        ("project = shpo", "there is no section [project \"shpo\"]"),
        ("sekret = x", "unknown key “sekret” in [webhook \"ci\"]"),
    ]) func aWebhookIsRefused(line: String, reason: String) throws {
        let refusal = try scene.refusal(Self.hook + line + "\n")
        #expect(refusal.message.contains("line 7: \(reason)"), "\(refusal.message)")
        // The secret must not be in a message that ends up in a log.
        #expect(!refusal.message.contains("hunter2") && !refusal.message.contains("c2VjcmV0"))
    }

    @Test func aWebhookIsComplete() throws {
        let parts = Self.hook.split(separator: "\n").map(String.init)
        for (index, key) in [(3, "project"), (4, "url"), (5, "secret")] {
            var rest = parts
            rest.remove(at: index)
            let refusal = try scene.refusal(rest.joined(separator: "\n") + "\n")
            #expect(refusal.message == "FILE: [webhook \"ci\"] has no “\(key)”.")
        }
        let nameless = try scene.refusal(ConfigurationScene.shop + "[webhook]\nurl = x\n")
        #expect(nameless.message.hasSuffix("[webhook] needs a name: write [webhook \"ci\"]."))
        let odd = try scene.refusal(ConfigurationScene.shop + "[webhook \"../x\"]\nurl = x\n")
        #expect(odd.message.contains("“../x” is not a valid webhook name"))
    }

    @Test func aUserHeaderIsTakenWithItsSenders() throws {
        let configuration = try scene.read(
            ConfigurationScene.shop
                + "[server]\nuserHeader = X-Forwarded-Email\nuserHeaderFrom = 10.0.0.0/8 unix\n")
        #expect(configuration.shown("server.userHeader")?.value == "X-Forwarded-Email")
        #expect(configuration.shown("server.userHeaderFrom")?.value == "10.0.0.0/8 unix")
        let alone = try scene.refusal(ConfigurationScene.shop + "[server]\nuserHeader = X-User\n")
        #expect(
            alone.message
                == "FILE, line 4: “userHeader” needs “userHeaderFrom”: otherwise anyone could send the header."
        )
        let nameless = try scene.refusal(
            ConfigurationScene.shop + "[server]\nuserHeaderFrom = unix\n")
        #expect(
            nameless.message
                == "FILE, line 4: “userHeaderFrom” needs “userHeader”, the name of the header.")
    }

    @Test func aWordThatIsNearIsNamed() throws {
        let refusal = try scene.refusal(ConfigurationScene.shop + "testers = opne\n")
        #expect(refusal.nearest == ["open"])
    }

    private static let truthValues: Set = ["default", "public", "strict", "logAddresses"]
    private static let valued =
        ServerKey.all.map { ("server", $0.name) }.filter { !truthValues.contains($0.1) }
        + ProjectKey.all.filter { !truthValues.contains($0.name) }
        .map { ($0.section.rawValue + " \"shop\"", $0.name) }
        + LimitKey.all.map { ("limits", $0.name) }

    @Test(arguments: valued)
    func aValueIsNeeded(section: String, key: String) throws {
        for line in [key, "\(key) =", "\(key) = \"\""] {
            let refusal = try scene.refusal(
                ConfigurationScene.shop + "[\(section)]\n\(line)\n")
            #expect(refusal.message == "FILE, line 4: \(key): a value is missing.")
        }
    }

    @Test(arguments: ["default", "public", "strict"])
    func aKeyAloneIsTrue(key: String) throws {
        let configuration = try scene.read(ConfigurationScene.shop + "\(key)\n")
        #expect(configuration.shown("project.shop.\(key)")?.value == "true")
    }

    /// A default that `--check-config` shows can be written into the file.
    @Test(arguments: LimitKey.all.map(\.name))
    func defaultsOfLimitsAreAllowed(key: String) throws {
        let usual = try #require(LimitKey.all.first { $0.name == key }).text(in: ServerLimits())
        let configuration = try scene.read(
            ConfigurationScene.shop + "[limits]\n\(key) = \(usual)\n")
        #expect(configuration.limits == ServerLimits())
    }

    @Test func homeMayBeUnknown() throws {
        let refusal = try scene.refusal(
            ConfigurationScene.shop + "[server]\nstate = ~/x\n", environment: ["HOME": ""])
        #expect(refusal.message == "FILE, line 4: state: “~/x” needs HOME, which is not set.")
    }
}
