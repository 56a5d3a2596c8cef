import Foundation
import TestWorld
import Testing

/// The pushing user, as a real server identifies them: the hook `pre-receive` of a bare repository
/// behind HTTP and SSH.
struct PusherTests {
    /// A server that knows Ines and Mallory, and accepts only events of the pushing user.
    private struct Stage {
        let hub: Hub
        let ines: Home

        init() throws {
            hub = try Hub()
            let repository = "srv/\(Hub.name)"
            let installed = try hub.sandbox.execute(
                try Products.dragoman, ["receive", "--install"], in: repository)
            try Hub.require(installed)
            for (key, value) in [
                ("dragoman.program", try Products.dragoman),
                ("dragoman.pusher.required", "true"),
                ("dragoman.pusher.ines.email", "ines@example.org"),
                ("dragoman.pusher.mallory.email", "mallory@example.org"),
            ] { try hub.sandbox.git("config", key, value, in: repository) }
            ines = try Home("ines", in: hub.sandbox)
        }

        /// Pushes the same events of Ines as both users: only Ines is accepted.
        func expectOnlyInes(
            _ carriage: Carriage, _ stranger: String, _ owner: String, _ unknown: String?
        ) throws {
            try Hub.require(carriage.clone(owner, to: "app", by: ines))
            try Hub.require(ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
            let before = try hub.tip
            for url in [stranger, unknown].compactMap(\.self) {
                try Hub.require(ines.git("remote", "set-url", "origin", url, in: "app"))
                let refused = try carriage.push(in: "app", by: ines)
                expectRefusal(refused, carriage, "rejected")
                #expect(try hub.tip == before)
            }
            try Hub.require(ines.git("remote", "set-url", "origin", owner, in: "app"))
            try Hub.require(carriage.push(in: "app", by: ines))
            #expect(try hub.tip != before)
            #expect(try hub.defects == "")
        }
    }

    @Test(
        .enabled(if: HTTPServer.obstacle == nil, "\(HTTPServer.obstacle ?? "")"),
        arguments: Carriage.allCases)
    func httpKnowsThemByName(_ carriage: Carriage) throws {
        let stage = try Stage()
        let server = try HTTPServer(in: stage.hub.sandbox)
        try stage.hub.sandbox.write(
            "ines:one\nmallory:two\nnobody:three\n", to: "httpd/users")
        try stage.expectOnlyInes(
            carriage, server.url(Hub.name, as: "mallory:two"), server.url(Hub.name, as: "ines:one"),
            server.url(Hub.name, as: "nobody:three"))
    }

    @Test(
        .enabled(if: OpenSSHServer.obstacle == nil, "\(OpenSSHServer.obstacle ?? "")"),
        arguments: Carriage.allCases)
    func sshKnowsThemByTheirKey(_ carriage: Carriage) throws {
        let stage = try Stage()
        let server = try OpenSSHServer(in: stage.hub.sandbox)
        let url = server.url("srv/\(Hub.name)")
        try server.introduce(to: stage.ines, hostKey: server.hostKey)
        // The key identifies the user, as on hosts: one account, and a command for each key.
        func admit(_ user: String) throws {
            let command = #"env REMOTE_USER=\#(user) git-shell -c \"$SSH_ORIGINAL_COMMAND\""#
            try server.admit(
                stage.ines.makeKey("key-of-\(user)"), options: "restrict,command=\"\(command)\"")
        }
        try admit("ines")
        try admit("mallory")
        func use(_ user: String) throws {
            try server.introduce(
                to: stage.ines, hostKey: server.hostKey, key: "key-of-\(user)")
        }
        try use("mallory")
        try Hub.require(carriage.clone(url, to: "app", by: stage.ines))
        try Hub.require(stage.ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let before = try stage.hub.tip
        expectRefusal(try carriage.push(in: "app", by: stage.ines), carriage, "rejected")
        #expect(try stage.hub.tip == before)
        try use("ines")
        try Hub.require(carriage.push(in: "app", by: stage.ines))
        #expect(try stage.hub.tip != before)
        #expect(try stage.hub.defects == "")
    }
}
