import Foundation
import TestWorld

/// A project on a server of one kind, and a line to it that can break.
final class Road: Sendable {
    /// The kinds of server.
    enum Kind: String, CaseIterable, Sendable {
        case ssh, http, daemon

        /// The kinds whose programs are installed.
        static let possible = allCases.filter { $0.obstacle == nil }

        private var obstacle: String? {
            switch self {
            case .ssh: OpenSSHServer.obstacle
            case .http: HTTPServer.obstacle
            case .daemon: nil
            }
        }
    }

    private enum Server {
        case ssh(OpenSSHServer)
        case http(HTTPServer)
        case daemon(GitDaemon)
    }

    let hub: Hub
    let line: FaultyLine
    private let server: Server

    init(_ kind: Kind, strings: Int = 3) throws {
        hub = try Hub(strings: strings)
        switch kind {
        case .ssh:
            let started = try OpenSSHServer(in: hub.sandbox)
            line = try FaultyLine(to: started.port)
            server = .ssh(started)
        case .http:
            let started = try HTTPServer(in: hub.sandbox)
            line = try FaultyLine(to: started.port)
            server = .http(started)
        case .daemon:
            let started = try GitDaemon(serving: hub.sandbox.directory + "/srv")
            line = try FaultyLine(to: started.port)
            server = .daemon(started)
        }
    }

    /// The address of the project, over the line.
    var url: String {
        switch server {
        case .ssh(let server): server.url("srv/\(Hub.name)", over: line.port)
        case .http(let server):
            server.url(Hub.name, as: "\(HTTPServer.user):correct%20horse", over: line.port)
        case .daemon: "git://127.0.0.1:\(line.port)/\(Hub.name)"
        }
    }

    /// Returns a user with a clone in `app` and access to the server.
    func person(_ name: String, _ carriage: Carriage) throws -> Home {
        let home = try Home(name, in: hub.sandbox)
        if case .ssh(let server) = server {
            try server.admit(home.makeKey())
            try server.introduce(to: home, hostKey: server.hostKey, over: line.port)
        }
        try Hub.require(carriage.clone(url, to: "app", by: home))
        return home
    }
}

extension Home {
    /// Returns the defects of a clone: damage, leftover locks, incomplete downloads.
    func defects(of directory: String = "app") throws -> String {
        let checks = [
            try git("fsck", "--strict", "--no-dangling", in: directory),
            try dragoman("fsck", in: directory),
        ]
        let said = checks.filter { $0.status != 0 }.map { $0.output + $0.errors }
        let found = FileManager.default.enumerator(atPath: "\(path)/\(directory)/.git")
        let left = (found?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".lock") || $0.contains("tmp_") || $0.contains("incoming-")
        }
        return (said + left).joined(separator: "\n")
    }
}
