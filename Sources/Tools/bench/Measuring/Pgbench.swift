import Foundation
import Glibc

/// A PostgreSQL server in a temporary directory, as a scale for durable writes on the same disk.
struct Pgbench {
    let scratch: ScratchDirectory

    /// The error thrown when PostgreSQL cannot be used here.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Inserts one durable row per transaction over 64 connections; returns the transactions per
    /// second.
    func rowsPerSecond(seconds: Int) throws -> Double {
        let programs = try programs()
        let files = FileManager.default
        let directory = scratch.path + "/postgres"
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: directory) }
        let user = try user(owning: directory)
        let data = directory + "/data"
        func run(_ program: String, _ words: String...) throws -> String {
            try Processes.output(of: user + [programs + "/" + program] + words, in: directory)
        }
        _ = try run("initdb", "--auth=trust", "--no-sync", "--pgdata", data)
        // Paths of sockets are short.
        let socket = "/tmp/bench-postgres-\(getpid())"
        try files.createDirectory(atPath: socket, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: socket) }
        chmod(socket, 0o777)
        let log = directory + "/log"
        _ = try run(
            "pg_ctl", "start", "--wait", "--pgdata", data, "--log", log, "--options",
            "-c listen_addresses='' -c unix_socket_directories='\(socket)'")
        defer { _ = try? run("pg_ctl", "stop", "--mode=immediate", "--pgdata", data) }
        let script = directory + "/insert.sql"
        try "INSERT INTO proposals (value) VALUES ('A text of a proposal');\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        _ = try run(
            "psql", "--host", socket, "--dbname", "postgres", "--command",
            "CREATE TABLE proposals (id bigserial PRIMARY KEY, value text NOT NULL)")
        let said = try run(
            "pgbench", "--no-vacuum", "--host", socket, "--client", "64", "--time", "\(seconds)",
            "--file", script, "postgres")
        let line = said.split(separator: "\n").first { $0.hasPrefix("tps = ") }
        guard let rate = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw Missing(description: "pgbench reported no rate: \(said.suffix(300))") }
        return rate
    }

    /// Returns the directory of Debian's newest PostgreSQL.
    private func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        guard let version = versions.compactMap({ Int($0) }).max() else {
            throw Missing(description: "PostgreSQL is missing: apt-get install postgresql")
        }
        return "\(root)/\(version)/bin"
    }

    /// Returns the words that run a program as a user who may run PostgreSQL, which refuses to run
    /// as root.
    private func user(owning directory: String) throws -> [String] {
        guard getuid() == 0 else { return [] }
        guard let user = getpwnam("postgres") else {
            throw Missing(description: "root cannot run PostgreSQL without the user `postgres`")
        }
        chown(directory, user.pointee.pw_uid, user.pointee.pw_gid)
        return ["runuser", "-u", "postgres", "--"]
    }
}
