import Foundation
import Hosting
import TestWorld
import Translation
import Workspace

extension FuzzTarget {
    static let tokenFile = FuzzTarget(
        "token-file",
        "The tokens of a server, as edited by hand: lines are independent, and damage grants nothing.",
        maximumSize: 1 << 12,
        seeds: [
            person("k3x9abcd", "aa", #""scope":"review""#)
                + app("0123abcd", "bb", #""scope":"propose""#),
            person("k3x9abcd", "aa", #""projects":["shop","web"],"scope":"admin""#),
            app("0123abcd", "bb", #""expires":"2027-01-01T00:00:00.000Z","scope":"read""#)
                + "\n\nbroken\n",
            person("k3x9abcd", "aa", #""revoked":"2026-11-21T09:30:00Z","scope":"read""#) + "\r\n",
            app(
                "0123abcd", "bb",
                #""previous":{"hash":"\#(hash("cc"))","until":"2026-11-22T09:30:00.000Z"},"scope":"read""#
            ) + app("0123abce", "cc", #""scope":"read""#),
        ],
        words: [
            "\n", "\"created\":", "\"email\":", "\"expires\":", "\"generation\":", "\"guid\":",
            "\"hash\":", "\"id\":", "\"kind\":", "\"person\"", "\"app\"", "\"locales\":[\"fr\"],",
            "\"name\":", "\"previous\":{", "\"until\":", "\"projects\":[\"shop\"],", "\"revoked\":",
            "\"scope\":", "\"admin\"", "2026-11-21T09:30:00.000Z", "9999-12-31T23:59:59.999Z",
            "null", "[]", hash("aa"), "k3x9abcd",
        ]
    ) { input in
        let set = TokenSet(bytes: input)
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        try law(
            "Each non-blank line is a token or a problem.",
            lines.count { !$0.isEmpty } == set.tokens.count + set.problems.count)
        try law(
            "A problem has a line number, and a line has at most one problem.",
            zip(set.problems, set.problems.dropFirst()).allSatisfy { $0.line < $1.line }
                && set.problems.allSatisfy { (1...lines.count).contains($0.line) })
        for token in set.tokens { try checkToken(token) }
        try law(
            "Tokens survive writing and reading.",
            TokenSet(bytes: set.tokens.flatMap(\.line)).tokens == set.tokens)
        // Bytes around a line have no effect unless they repeat the line.
        for token in set.tokens.prefix(4) {
            let alone = lines.filter { TokenSet(bytes: Array($0)).tokens == [token] }
            try law("A token comes from exactly one line.", alone.count == 1, token.id)
        }
        return set.tokens.isEmpty ? .refused : .accepted
    }

    private static func checkToken(_ token: Token) throws {
        let read = TokenSet(bytes: token.line)
        try law(
            "A written token is read back unchanged.",
            read.tokens == [token] && read.problems.isEmpty)
        try law(
            "An app's token can at most propose.",
            token.kind == .person
                || !Scope.allCases.contains { $0 > Scope.propose && token.allows($0, in: "shop") })
        try law(
            "A person's token has an actor, and an app's has none.",
            (token.actor != nil) == (token.kind == .person))
        try law(
            "A revoked token is not active.",
            token.revoked == nil || token.state(at: .min) == .revoked)
        try law(
            "A token is invalid after its expiry.",
            token.expires.map { token.state(at: $0) != .active } ?? true)
        try law(
            "A list of projects restricts a token.",
            token.projects.isEmpty || !token.allows(.read, in: token.projects.joined() + "x"))
    }

    private static func hash(_ pair: String) -> String { String(repeating: pair, count: 32) }

    private static func person(_ id: String, _ pair: String, _ rest: String) -> String {
        #"{"created":"2026-11-21T09:30:00.000Z","email":"mara@example.org","generation":1,"#
            + #""guid":"guid-of-mara","hash":"\#(hash(pair))","id":"\#(id)","kind":"person","#
            + #""locales":["fr","fr-CA"],"name":"Mara",\#(rest)}"# + "\n"
    }

    private static func app(_ id: String, _ pair: String, _ rest: String) -> String {
        #"{"created":"2026-11-21T09:30:00.000Z","generation":1,"hash":"\#(hash(pair))","#
            + #""id":"\#(id)","kind":"app","name":"Shop",\#(rest)}"# + "\n"
    }

    static let serverConfiguration = FuzzTarget(
        "server-configuration",
        "The configuration file of a server: refused with its name, or shown in a form that reads back unchanged.",
        maximumSize: 1 << 12,
        seeds: [
            "[server]\n\tlisten = 127.0.0.1:8080\n\turl = https://l10n.example.org/t\n\tstate = state\n\tidentity = Dragoman <d@example.org>\n\tproxy = 10.0.0.0/8, fd00::/8\n\tcontact = a@example.org\n[project \"shop\"]\n\tpath = /srv/shop\n",
            "[project \"shop\"]\n\tpath = ~/shop\n\tpublic\n\ttesters = open\n\tcors = https://a.example\n\tcors = https://b.example:8443\n[nstack \"shop\"]\n\tapplicationId = abc\n\tpicker = single-full-match\n[i18next \"shop\"]\n\tadd = token\n[limits \"shop\"]\n\tformBody = 128KiB\n",
            "[project \"a\"]\npath = a ; comment\ndefault = yes\n[project \"b\"]\npath = \"b \\\"c\\\"\"\n[limits]\ntesterRate = 20/min\nrequestTime = 30s\nconnections = 9\n",
            "[server]\nlisten = unix:/run/d.sock\ntlsCertificate = c.pem\ntlsKey = k.pem\n[project \"shop\"]\npath = \\\n/srv/shop\n",
        ],
        words: [
            "[server]\n", "[project \"shop\"]\n", "[limits]\n", "[limits \"shop\"]\n",
            "[nstack \"shop\"]\n", "[i18next \"shop\"]\n", "listen = ", "url = ", "state = ",
            "identity = ", "proxy = ", "tlsKey = ", "tlsCertificate = ", "contact = ", "path = x\n",
            "default\n", "public = ", "testers = ", "cors = ", "strict = ", "applicationId = ",
            "picker = ", "add = ", "appRate = ", "formBody = ", "idleTime = ", "[::1]:1", "unix:/",
            "https://", "10.0.0.0/8", "5/s", "1k", "999999999w", "~/", "\\\n", "\\n", "\"",
        ]
    ) {
        let sandbox = try Sandbox()
        let path = sandbox.directory + "/server.conf"
        let host = sandbox.host()
        return { input in
            // Files included from elsewhere must not be read.
            guard !String(decoding: input, as: UTF8.self).lowercased().contains("include") else {
                return .refused
            }
            try Data(input).write(to: URL(fileURLWithPath: path))
            let configuration: ServerConfiguration
            do throws(Refusal) {
                configuration = try ServerConfiguration.read(file: path, on: host)
            } catch {
                try law("A refusal names the file.", error.message.hasPrefix(path), error.message)
                return .refused
            }
            try checkConfiguration(configuration)
            let again = try ServerConfiguration.read(
                file: path, overrides: shown(configuration), on: host)
            try law(
                "A shown value reads back as the same value.",
                again.server.listen == configuration.server.listen
                    && again.server.url == configuration.server.url
                    && again.server.proxies == configuration.server.proxies
                    && again.server.contact == configuration.server.contact
                    && again.projects.map(\.cors) == configuration.projects.map(\.cors)
                    && again.projects.map(\.inContext) == configuration.projects.map(\.inContext))
            try law(
                "The state directory is the configured one.",
                try ServerConfiguration.stateDirectory(file: path, on: host)
                    == configuration.server.state ?? StateDirectory.usual(on: host))
            return .accepted
        }
    }

    private static func checkConfiguration(_ configuration: ServerConfiguration) throws {
        try law("The effective configuration is shown.", !configuration.lines.isEmpty)
        let names = configuration.projects.map(\.name)
        try law(
            "Project names are unique.",
            !names.isEmpty && Set(names).count == names.count
                && names.allSatisfy(ProjectName.isName))
        try law(
            "Paths are absolute.",
            (configuration.projects.map(\.path) + [configuration.server.state ?? "/"])
                .allSatisfy { $0.utf8.starts(with: "/".utf8) })
        try law(
            "At most one project is the default.",
            configuration.projects.count(where: \.isDefault) <= 1)
    }

    /// Returns, as flags, the values whose displayed form differs from the written form.
    private static func shown(_ configuration: ServerConfiguration) -> [ConfigurationOverride] {
        let server = configuration.server
        var values = [("server.listen", server.listen.description)]
        if let url = server.url { values.append(("server.url", url.description)) }
        if let contact = server.contact { values.append(("server.contact", contact)) }
        if !server.proxies.isEmpty {
            values.append(
                ("server.proxy", server.proxies.map(\.description).joined(separator: " ")))
        }
        for project in configuration.projects {
            for (key, origins) in [("cors", project.cors), ("inContext", project.inContext)]
            where !origins.isEmpty {
                values.append(
                    (
                        "project.\(project.name).\(key)",
                        origins.map(\.description).joined(separator: " ")
                    ))
            }
        }
        return values.map { ConfigurationOverride($0, $1, flag: "--shown") }
    }
}
