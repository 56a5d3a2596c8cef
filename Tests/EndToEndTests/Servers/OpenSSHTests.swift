import Foundation
import TestWorld
import Testing

/// Events over a real OpenSSH server.
@Suite(.enabled(if: OpenSSHServer.obstacle == nil, "\(OpenSSHServer.obstacle ?? "")"))
struct OpenSSHTests {
    /// A project, its server, and a user who can log in.
    private struct Stage {
        let hub: Hub
        let server: OpenSSHServer
        var ines: Home
        let carriage: Carriage

        init(_ carriage: Carriage) throws {
            self.carriage = carriage
            hub = try Hub()
            server = try OpenSSHServer(in: hub.sandbox)
            ines = try Home("ines", in: hub.sandbox)
            try server.admit(ines.makeKey())
            try server.introduce(to: ines, hostKey: server.hostKey)
        }

        var url: String { server.url("srv/\(Hub.name)") }

        func clone() throws -> Sandbox.Result { try carriage.clone(url, to: "app", by: ines) }
    }

    @Test(arguments: Carriage.allCases)
    func eventsGoThereAndBack(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(stage.clone())
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        try Hub.require(carriage.push(in: "app", by: stage.ines))
        #expect(try stage.hub.tip == stage.ines.git("rev-parse", "translations", in: "app").output)
        #expect(try stage.hub.defects == "")

        let otto = try Home("otto", in: stage.hub.sandbox)
        try stage.server.admit(otto.makeKey())
        try stage.server.introduce(to: otto, hostKey: stage.server.hostKey)
        try Hub.require(carriage.clone(stage.url, to: "app", by: otto))
        #expect(try otto.dragoman("get", "fr", "key0", in: "app").output == "Texte\n")
        try Hub.require(otto.dragoman("set", "fr", "key1", "Autre", in: "app"))
        try Hub.require(carriage.push(in: "app", by: otto))
        try Hub.require(carriage.fetch(in: "app", by: stage.ines))
        #expect(
            try stage.ines.git("rev-parse", "origin/translations", in: "app").output
                == stage.hub.tip)
    }

    @Test(arguments: Carriage.allCases)
    func aKeyThatNobodyAdmittedOpensNothing(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(stage.clone())
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let before = try stage.hub.tip
        try stage.ines.makeKey("strange")
        try stage.server.introduce(
            to: stage.ines, hostKey: stage.server.hostKey, key: "strange")
        for result in [
            try carriage.push(in: "app", by: stage.ines),
            try carriage.fetch(in: "app", by: stage.ines),
            try carriage.clone(stage.url, to: "second", by: stage.ines),
        ] { expectRefusal(result, carriage, "authentication") }
        #expect(!exists("second", stage.ines))
        #expect(try stage.hub.tip == before)
    }

    @Test func aPassphraseIsAskedForAtATerminal() throws {
        let carriage = Carriage.dragoman
        let stage = try Stage(carriage)
        try stage.server.admit(stage.ines.makeKey("locked", passphrase: "Sesam, öffne dich"))
        try stage.server.introduce(
            to: stage.ines, hostKey: stage.server.hostKey, key: "locked", asks: true)
        // There is no one to ask.
        expectRefusal(try stage.clone(), carriage, "authentication")
        let terminal = try stage.ines.atTerminal(["clone", stage.url, "app"])
        try terminal.type("Sesam, öffne dich\n", at: "assphrase")
        #expect(try terminal.end() == 0)
        #expect(exists("app/.git", stage.ines))
    }

    @Test(arguments: Carriage.allCases)
    func anAgentHasTheKey(_ carriage: Carriage) throws {
        var stage = try Stage(carriage)
        let agent = try SSHAgent(in: stage.hub.sandbox, keys: ["home/ines/.ssh/id_ed25519"])
        try FileManager.default.removeItem(atPath: stage.ines.path + "/.ssh/id_ed25519")
        try stage.server.introduce(to: stage.ines, hostKey: stage.server.hostKey, key: nil)
        expectRefusal(try stage.clone(), carriage, "authentication")
        stage.ines.variables["SSH_AUTH_SOCK"] = agent.socket
        try Hub.require(stage.clone())
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        try Hub.require(carriage.push(in: "app", by: stage.ines))
        #expect(try stage.hub.defects == "")
    }

    @Test(arguments: Carriage.allCases)
    func aHostThatNobodyKnowsIsNotTrusted(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try stage.server.introduce(to: stage.ines, hostKey: nil)
        let refused = try stage.clone()
        expectRefusal(refused, carriage, "unknown-host-key")
        #expect(!exists("app", stage.ines))
        // A server is not remembered without confirmation.
        #expect(try stage.hub.sandbox.read("home/ines/.ssh/known_hosts") == "")
    }

    @Test(arguments: Carriage.allCases)
    func aHostWhoseKeyChangedIsNotTrusted(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let other = try stage.ines.makeKey("other").split(separator: " ").prefix(2)
        try stage.server.introduce(to: stage.ines, hostKey: other.joined(separator: " "))
        expectRefusal(try stage.clone(), carriage, "changed-host-key")
        #expect(!exists("app", stage.ines))
    }

    @Test(arguments: Carriage.allCases)
    func aHostIsKnownByItsHash(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(
            stage.ines.execute("/usr/bin/ssh-keygen", ["-q", "-H", "-f", ".ssh/known_hosts"]))
        #expect(try stage.hub.sandbox.read("home/ines/.ssh/known_hosts").hasPrefix("|1|"))
        try Hub.require(stage.clone())
    }

    @Test(arguments: Carriage.allCases)
    func aRepositoryThatIsNotThereIsNamed(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let result = try carriage.clone(
            stage.server.url("srv/none.git"), to: "app", by: stage.ines)
        expectRefusal(result, carriage, "remote-missing")
        #expect(result.errors.contains("none.git"))
        #expect(!exists("app", stage.ines))
    }

    @Test(arguments: Carriage.allCases)
    func aHookRefusesWithItsWords(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        try Hub.require(stage.clone())
        try stage.hub.addHook("pre-receive", "echo 'not on a \u{1B}[31mSunday'\nexit 1\n")
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let before = try stage.hub.tip
        let result = try carriage.push(in: "app", by: stage.ines)
        expectRefusal(result, carriage, "rejected")
        #expect(result.errors.contains("Sunday"))
        if carriage != .plainGit { #expect(!result.errors.contains("\u{1B}")) }
        #expect(try stage.hub.tip == before)
        // The commit is still here, and is pushed once the hook allows it.
        try FileManager.default.removeItem(
            atPath: stage.hub.sandbox.directory + "/srv/hub.git/hooks/pre-receive")
        try Hub.require(carriage.push(in: "app", by: stage.ines))
        #expect(try stage.hub.tip != before)
    }

    @Test(arguments: Carriage.allCases)
    func whoMayOnlyReadPushesNothing(_ carriage: Carriage) throws {
        let stage = try Stage(carriage)
        let reader = try Home("reader", in: stage.hub.sandbox)
        try stage.server.admit(
            reader.makeKey(),
            options:
                #"restrict,command="case $SSH_ORIGINAL_COMMAND in git-upload-pack*) eval $SSH_ORIGINAL_COMMAND;; *) echo 'this key only reads' >&2; exit 1;; esac""#
        )
        try stage.server.introduce(to: reader, hostKey: stage.server.hostKey)
        try Hub.require(carriage.clone(stage.url, to: "app", by: reader))
        try Hub.require(reader.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let before = try stage.hub.tip
        let result = try carriage.push(in: "app", by: reader)
        #expect(result.status != 0, "\(result)")
        #expect(try stage.hub.tip == before)
        #expect(try reader.dragoman("get", "fr", "key0", in: "app").output == "Texte\n")
    }

    private func exists(_ directory: String, _ home: Home) -> Bool {
        FileManager.default.fileExists(atPath: home.path + "/" + directory)
    }
}
