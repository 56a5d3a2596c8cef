import Foundation
import TestWorld

/// Git behind lighttpd, on free ports of the loopback, without and with TLS.
///
/// It ends when the value is released. It serves the repositories in `srv` of the sandbox, at
/// several places with different permissions.
final class HTTPServer: Sendable {
    /// The port without TLS.
    var port: UInt16 { plain.port }
    /// The port with TLS.
    var securePort: UInt16 { secure?.port ?? 0 }
    /// The path of the temporary authority's certificate, for `http.sslCAInfo`.
    let authority: String
    private let plain: ServerProcess
    private let secure: ServerProcess?
    private let sandbox: Sandbox

    static let program = "/usr/sbin/lighttpd"
    /// The user who may push.
    static let user = "ines"
    /// The user's password.
    static let password = "correct horse"
    /// The token that ``Place/token`` requires.
    static let token = "token-of-ines"

    /// A place where repositories are served.
    enum Place: String {
        /// Anyone may read; pushing requires name and password.
        case open = "git"
        /// Every request requires name and password.
        case closed
        /// Every request requires the token in `Authorization: Bearer`.
        case token
        /// A Kerberos ticket is required, which no test has.
        case ticket
        /// Redirects to ``open`` on the same host.
        case moved
        /// Redirects to ``closed`` on another host: `localhost` in place of `127.0.0.1`.
        case elsewhere
    }

    /// The reason why the server cannot run, or `nil`.
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

    /// Starts a server; its child processes get `variables` in their environment.
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

    /// Creates an authority, and a certificate for the loopback that it signed.
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

    /// Returns the address of a repository in `srv`; `over` is the port of a line to the server.
    func url(
        _ repository: String, at place: Place = .open, as login: String? = nil,
        over port: UInt16? = nil
    ) -> String {
        let login = login.map { $0 + "@" } ?? ""
        return
            "http://\(login)127.0.0.1:\(port ?? self.port)/\(place.rawValue)/\(repository)"
    }

    /// Returns the address of a repository in `srv`, with TLS.
    ///
    /// The address has a host name: libgit2 with mbed TLS, as Debian builds it, does not match IP
    /// addresses in certificates.
    func secureURL(_ repository: String, at place: Place = .open) -> String {
        "https://localhost:\(securePort)/\(place.rawValue)/\(repository)"
    }

    /// The server's log output.
    var said: String { plain.said + (secure?.said ?? "") }

    /// Ends the server, and returns the requests: method, address, status and user.
    ///
    /// The server writes its log now and then, and completely when it ends.
    func finish() -> [String] {
        plain.stop()
        secure?.stop()
        return ((try? sandbox.read("httpd/access.log")) ?? "").split(separator: "\n")
            .map(String.init)
    }
}

/// The settings of lighttpd.
///
/// See <https://redmine.lighttpd.net/projects/lighttpd/wiki/Docs_ConfigurationOptions>;
/// git-http-backend(1) describes how it calls Git.
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
