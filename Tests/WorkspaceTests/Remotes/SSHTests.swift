import Foundation
import Git
import TestSupport
import Testing

@testable import Workspace

struct SSHTests {
    /// A key of a kind, with some bytes that tell it from others.
    private func key(_ kind: String = "ssh-ed25519", _ byte: UInt8 = 1) -> HostKey {
        HostKey(
            host: "host", bytes: [0, 0, 0, UInt8(kind.utf8.count)] + Array(kind.utf8) + [byte],
            fingerprint: [])
    }

    private func line(_ hosts: String, _ key: HostKey, marker: String = "") -> String {
        "\(marker)\(hosts) \(key.kind) \(Data(key.bytes).base64EncodedString()) comment\n"
    }

    @Test func `a key is known by name, by pattern, by port and not for others`() {
        let text =
            "# comment\n\nnonsense\n" + line("host.example,10.0.0.1", key())
            + line("*.example.org,!bad.example.org", key()) + line("[host]:2222", key())
        let known = KnownHosts([text])
        func verdict(_ host: String, _ port: Int = 22) -> KnownHosts.Verdict {
            known.verdict(on: key(), host: host, port: port)
        }
        #expect(verdict("host.example") == .known)
        #expect(verdict("HOST.example") == .known)
        #expect(verdict("10.0.0.1") == .known)
        #expect(verdict("a.example.org") == .known)
        #expect(verdict("bad.example.org") == .unknown)
        #expect(verdict("host", 2222) == .known)
        #expect(verdict("host") == .unknown)
        #expect(verdict("host", 2223) == .unknown)
        #expect(verdict("host.example", 2222) == .known)
    }

    @Test func `another key of the same kind is a changed one, of another kind an unknown one`() {
        let known = KnownHosts([line("host", key())])
        #expect(known.verdict(on: key("ssh-ed25519", 2), host: "host", port: 22) == .changed)
        #expect(known.verdict(on: key("ssh-rsa", 2), host: "host", port: 22) == .unknown)
    }

    @Test func `a revoked key is none, and an authority is no key of a host`() {
        let revoked = KnownHosts([line("host", key()), line("*", key(), marker: "@revoked ")])
        #expect(revoked.verdict(on: key(), host: "host", port: 22) == .revoked)
        let authority = KnownHosts([line("host", key(), marker: "@cert-authority ")])
        #expect(authority.verdict(on: key(), host: "host", port: 22) == .unknown)
    }

    @Test func `names that ssh-keygen hashed are found`() throws {
        let sandbox = try Sandbox()
        try sandbox.git("--version")
        _ = try sandbox.execute(
            "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "k"])
        let fields = try sandbox.read("k.pub").split(separator: " ")
        try sandbox.write(
            "host \(fields[0]) \(fields[1])\n[host]:2222 \(fields[0]) \(fields[1])\n", to: "known")
        let hashed = try sandbox.execute("/usr/bin/ssh-keygen", ["-H", "-f", "known"])
        #expect(hashed.status == 0, "\(hashed)")
        let text = try sandbox.read("known")
        #expect(text.hasPrefix("|1|"))
        let bytes = try #require(Data(base64Encoded: String(fields[1])))
        let shown = HostKey(host: "host", bytes: Array(bytes), fingerprint: [])
        let known = KnownHosts([text])
        #expect(known.verdict(on: shown, host: "host", port: 22) == .known)
        #expect(known.verdict(on: shown, host: "host", port: 2222) == .known)
        #expect(known.verdict(on: shown, host: "other", port: 22) == .unknown)
    }

    @Test func `locked keys are told from open ones`() throws {
        let sandbox = try Sandbox()
        for (name, phrase) in [("open", ""), ("locked", "secret")] {
            _ = try sandbox.execute(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", phrase, "-f", name])
            #expect(
                SSHKeys.isLocked(Array(try sandbox.read(name).utf8)) == (name == "locked"))
        }
        #expect(SSHKeys.isLocked(Array("-----BEGIN ENCRYPTED PRIVATE KEY-----".utf8)))
        #expect(!SSHKeys.isLocked([]))
    }

    @Test func `the configuration of a host is read as far as libgit2 can follow`() {
        let text = """
            Host other
              User wrong
            Host work *.work !bad.work
              HostName=git.work.example   # the real one
              Port 2222
              IdentityFile "~/.ssh/my key"
              IdentityFile %d/second
            Match all
              User no
            Host *
              User git
              Port 22
              UserKnownHostsFile ~/known /etc/known
            """
        let config = SSHConfig(text, host: "work", home: "/home/ines")
        #expect(config.hostName == "git.work.example")
        #expect(config.user == "git")
        #expect(config.port == 2222)
        #expect(config.identityFiles == ["/home/ines/.ssh/my key", "/home/ines/second"])
        #expect(config.knownHostsFiles == ["/home/ines/known", "/etc/known"])
        #expect(!config.needsProxy)
        #expect(SSHConfig(text, host: "bad.work", home: "/").hostName == nil)
        #expect(SSHConfig("Host a\nProxyJump b", host: "a", home: "/").needsProxy)
        #expect(!SSHConfig("Host a\nProxyJump none", host: "a", home: "/").needsProxy)
    }

    @Test func `a key is found in a command`() {
        #expect(SSHKeys.keyNamed(inCommand: "ssh -i ~/.ssh/k -v") == "~/.ssh/k")
        #expect(SSHKeys.keyNamed(inCommand: "ssh -i'/a/k'") == "'/a/k")
        #expect(SSHKeys.keyNamed(inCommand: "ssh -v") == nil)
    }

    @Test func `headers of the most special matching address count`() {
        let settings = [
            (key: "http.extraheader", value: "A: 1"),
            (key: "http.https://host/.extraheader", value: "B: 2"),
            (key: "http.https://host/.extraheader", value: "C: 3"),
            (key: "http.https://other/.extraheader", value: "D: 4"),
            (key: "http.https://host/team.sslcainfo", value: "/ca"),
        ]
        func headers(_ url: String) -> [String] {
            HTTPSettings.values(of: "extraheader", in: settings, for: url)
        }
        #expect(headers("https://host/team/a.git") == ["B: 2", "C: 3"])
        #expect(headers("https://host:443/a.git") == ["B: 2", "C: 3"])
        #expect(headers("http://host/a.git") == ["A: 1"])
        #expect(headers("https://host.evil/a.git") == ["A: 1"])
        #expect(
            HTTPSettings.values(of: "sslcainfo", in: settings, for: "https://host/teams/a") == [])
    }
}
