import Foundation
import TestWorld

/// Git behind lighttpd, on free ports of the loopback, without and with TLS.
///
/// It ends with the value. It serves the repositories of `srv` in the sandbox, at several places that differ in who may do what.
final class HTTPServer: Sendable {
    /// The port without TLS.
    var port: UInt16 { plain.port }
    /// The port with TLS.
    var securePort: UInt16 { secure?.port ?? 0 }
    /// The file that has the certificate of the throw-away authority, for `http.sslCAInfo`.
    let authority: String
    private let plain: ServerProcess
    private let secure: ServerProcess?
    private let sandbox: Sandbox

    static let program = "/usr/sbin/lighttpd"
    /// Who may push.
    static let user = "ines"
    /// With which password.
    static let password = "correct horse"
    /// The token that opens ``Place/token``.
    static let token = "token-of-ines"

    /// Where repositories are served.
    enum Place: String {
        /// Everybody reads; who pushes needs name and password.
        case open = "git"
        /// Name and password for everything.
        case closed
        /// `Authorization: Bearer` with the token for everything.
        case token
        /// A ticket of Kerberos, which nobody has.
        case ticket
        /// Redirects to ``open`` on the same host.
        case moved
        /// Redirects to ``closed`` on another host: `localhost` in place of `127.0.0.1`.
        case elsewhere
    }

    /// Why there can be no server, or `nil`.
    static var obstacle: String? {
        for (package, file) in [
            ("lighttpd", program),
            ("lighttpd-mod-openssl", "/usr/lib/lighttpd/mod_openssl.so"),
            ("openssl", "/usr/bin/openssl"),
        ] where !FileManager.default.fileExists(atPath: file) {
            return "\(package) is not installed"
        }
        return nil
    }

    /// Starts a server; what it runs has `variables` in its environment.
    init(in sandbox: Sandbox, variables: [String: String] = [:], withTLS: Bool = false) throws {
        self.sandbox = sandbox
        let directory = sandbox.directory + "/httpd"
        authority = directory + "/authority.pem"
        try sandbox.write("\(Self.user):\(Self.password)\n", to: "httpd/users")
        try sandbox.write(
            """
            #!/bin/sh
            printf 'Status: 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n'

            """, to: "httpd/ticket")
        guard chmod(directory + "/ticket", 0o755) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/srv", withIntermediateDirectories: true)
        if withTLS { try Self.makeCertificates(sandbox) }
        func start(_ name: String, tls: String) throws -> ServerProcess {
            try ServerProcess.start(
                log: "\(directory)/\(name).log", readyWord: "server started",
                environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
            ) { port in
                let settings = HTTPServerSettings(
                    directory: directory, repositories: sandbox.directory + "/srv",
                    variables: variables, port: port)
                try sandbox.write(settings.text + tls, to: "httpd/\(name).conf")
                return [Self.program, "-D", "-f", "\(directory)/\(name).conf"]
            }
        }
        plain = try start("plain", tls: "")
        secure =
            withTLS
            ? try start(
                "secure",
                tls: """
                    server.modules += ("mod_openssl")
                    ssl.engine = "enable"
                    ssl.pemfile = "\(directory)/server.pem"
                    ssl.privkey = "\(directory)/server.key"

                    """) : nil
    }

    /// An authority, and a certificate for the loopback that it signed.
    private static func makeCertificates(_ sandbox: Sandbox) throws {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        for arguments in [
            [
                "-keyout", "httpd/authority.key", "-out", "httpd/authority.pem", "-subj",
                "/CN=authority of a test",
            ],
            [
                "-CA", "httpd/authority.pem", "-CAkey", "httpd/authority.key", "-keyout",
                "httpd/server.key", "-out", "httpd/server.pem", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=IP:127.0.0.1,DNS:localhost", "-addext",
                "basicConstraints=critical,CA:FALSE",
            ],
        ] {
            let made = try sandbox.execute(
                "/usr/bin/openssl", ["req", "-x509", "-days", "3650"] + key + arguments)
            guard made.status == 0 else { throw Home.Failed(result: made) }
        }
    }

    /// The address of a repository of `srv`; `over` names the port of a line to the server.
    func url(
        _ repository: String, at place: Place = .open, as login: String? = nil,
        over port: UInt16? = nil
    ) -> String {
        let login = login.map { $0 + "@" } ?? ""
        return
            "http://\(login)127.0.0.1:\(port ?? self.port)/\(place.rawValue)/\(repository)"
    }

    /// The address of a repository of `srv`, with TLS.
    ///
    /// It has a name, since libgit2 with mbed TLS (as Debian builds it) finds no numbers in certificates.
    func secureURL(_ repository: String, at place: Place = .open) -> String {
        "https://localhost:\(securePort)/\(place.rawValue)/\(repository)"
    }

    /// What the server said.
    var said: String { plain.said + (secure?.said ?? "") }

    /// Ends the server, and returns the requests that were made: method, address, status and who was let in.
    ///
    /// It writes them down when it ends, and now and then before.
    func finish() -> [String] {
        plain.stop()
        secure?.stop()
        return ((try? sandbox.read("httpd/access.log")) ?? "").split(separator: "\n")
            .map(String.init)
    }
}

/// The settings of lighttpd.
///
/// <https://redmine.lighttpd.net/projects/lighttpd/wiki/Docs_ConfigurationOptions>;
/// how it calls Git is described in git-http-backend(1).
struct HTTPServerSettings {
    let directory: String
    let repositories: String
    let variables: [String: String]
    let port: UInt16

    var text: String {
        let environment = [
            "GIT_PROJECT_ROOT": repositories, "GIT_HTTP_EXPORT_ALL": "1", "HOME": directory,
            "PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
        ].merging(variables) { $1 }
        let pairs = environment.sorted { $0.key < $1.key }
            .map { "\"\($0.key)\" => \"\($0.value)\"" }.joined(separator: ", ")
        let login = #"("method" => "basic", "realm" => "git", "require" => "valid-user")"#
        let aliases = ["git", "closed", "token"].map {
            "\"/\($0)/\" => \"/usr/lib/git-core/git-http-backend/\""
        }
        return """
            server.document-root = "\(directory)"
            server.bind = "127.0.0.1"
            server.port = \(port)
            server.upload-dirs = ("\(directory)")
            server.modules = ("mod_auth", "mod_authn_file", "mod_redirect", "mod_access", "mod_alias",
                "mod_setenv", "mod_cgi", "mod_accesslog")
            accesslog.filename = "\(directory)/access.log"
            accesslog.format = "%m %U%q %s %u"
            auth.backend = "plain"
            auth.backend.plain.userfile = "\(directory)/users"
            alias.url = (\(aliases.joined(separator: ", ")), "/ticket/" => "\(directory)/ticket/")
            $HTTP["url"] =~ "^/(git|closed|token|ticket)/" {
                cgi.assign = ("" => "")
                setenv.set-environment = (\(pairs))
            }
            $HTTP["url"] =~ "^/closed/" { auth.require = ("/closed/" => \(login)) }
            $HTTP["url"] =~ "^/git/.*/git-receive-pack$" { auth.require = ("/git/" => \(login)) }
            $HTTP["url"] =~ "^/git/" {
                $HTTP["querystring"] =~ "service=git-receive-pack" {
                    auth.require = ("/git/" => \(login))
                }
            }
            $HTTP["url"] =~ "^/token/" {
                $REQUEST_HEADER["Authorization"] != "Bearer \(HTTPServer.token)" {
                    url.access-deny = ("")
                }
            }
            $HTTP["url"] =~ "^/moved/" { url.redirect = ("^/moved/(.*)$" => "/git/$1") }
            $HTTP["url"] =~ "^/elsewhere/" {
                url.redirect = ("^/elsewhere/(.*)$" => "http://localhost:\(port)/closed/$1")
            }

            """
    }
}
