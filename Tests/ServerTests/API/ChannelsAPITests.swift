import Hosting
import HTTPTypes
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// Channels over the API: the same plans and refusals as on the command line.
@Suite struct ChannelsAPITests {
    private static let channel = "/channels/production"

    /// A server with the releases `v1` and `v2`, of which only Mara is a maintainer.
    private static func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.sandbox.git("tag", "v1", "translations", in: "shop")
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
        try server.sandbox.git("tag", "v2", "translations", in: "shop")
        try server.cli("config", "maintainers", "[\"mara@example.org\"]", "--force")
        return server
    }

    @Test func aChannelIsPointedListedAndRemoved() async throws {
        let server = try Self.server()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            #expect(try await api.get("/channels").json == .array([]))
            let created = try await api.send(
                .put, Self.channel, #"{"release":"v1","appVersions":">=1  <2"}"#)
            #expect(created.status == .created, "\(created.text)")
            #expect(
                created.headers[.location]
                    == "http://localhost:8080/api/v1/projects/shop/channels/production")
            #expect(created.member("channel")?["release"] == "v1")
            #expect(created.member("channel")?["appVersions"] == ">=1 <2")
            let moved = try await api.send(.put, Self.channel, #"{"release":"v2"}"#)
            #expect(moved.status == .ok && moved.member("channel")?["sequence"] == 2)
            let same = try await api.send(.put, Self.channel, #"{"release":"v2"}"#)
            #expect(same.status == .ok && same.member("events") == .array([]))
            let back = try await api.send(.put, Self.channel, #"{"release":"v1","sequence":9}"#)
            #expect(back.status == .ok, "\(back.text)")
            let history = try await api.get(Self.channel).json?.arrayValue ?? []
            #expect(history.compactMap { $0["sequence"]?.integerValue } == [9, 2, 1])
            #expect(history.first?["rollback"] == true && history.first?["inEffect"] == true)
            #expect(history.first?["by"]?["email"] == "mara@example.org")
            let removed = try await api.send(.delete, Self.channel, nil)
            #expect(removed.status == .ok && removed.member("events")?.arrayValue?.count == 1)
            #expect(try await api.get("/channels").json == .array([]))
            #expect(try await api.get(Self.channel).json?.arrayValue?.first?["removed"] == true)
        }
    }

    @Test func conditionsProtectAgainstOtherMaintainers() async throws {
        let server = try Self.server()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let first = try await api.with("If-Match", "*").send(
                .put, Self.channel, #"{"release":"v1"}"#)
            #expect(first.status == .preconditionFailed && first.code == "changed")
            let new = api.with("If-None-Match", "*")
            #expect(
                try await new.send(.put, Self.channel, #"{"release":"v1"}"#).status == .created)
            let second = try await new.send(.put, Self.channel, #"{"release":"v2"}"#)
            #expect(second.status == .preconditionFailed && second.code == "changed")
            let tag = try #require(try await api.get(Self.channel).headers[.eTag])
            let seen = api.with("If-Match", tag)
            #expect(try await seen.send(.put, Self.channel, #"{"release":"v2"}"#).status == .ok)
            for method in [HTTPRequest.Method.put, .delete] {
                let body = method == .put ? #"{"release":"v1"}"# : nil
                let late = try await seen.send(method, Self.channel, body)
                #expect(late.status == .preconditionFailed && late.code == "changed")
            }
            #expect(try await api.get(Self.channel).headers[.eTag] != tag)
        }
    }

    @Test func onlyMaintainersWithTheScopePointChannels() async throws {
        let server = try Self.server()
        let admin = try server.token(.admin)
        let reviewer = try server.token(.review)
        let otto = try server.token(.admin, email: "otto@example.org")
        let limited = try server.token(.admin, locales: ["de"])
        let app = try server.token(.read, app: true)
        try await server.run { client in
            let api = APIClient(client: client)
            for (token, code) in [
                (reviewer, "scope"), (otto, "not-maintainer"), (limited, "scope"), (app, "scope"),
            ] {
                let refused = try await api.with(token: token).send(
                    .put, Self.channel, #"{"release":"v1"}"#)
                #expect(refused.status == .forbidden && refused.code == code, "\(refused.text)")
            }
            let created = try await api.with(token: admin).send(
                .put, Self.channel, #"{"release":"v1"}"#)
            #expect(created.status == .created)
            for token in [reviewer, otto, limited, app] {
                let refused = try await api.with(token: token).send(.delete, Self.channel, nil)
                #expect(refused.status == .forbidden)
            }
            // Everyone who may read sees channels, but only people see addresses.
            for client in [api, api.with(token: app)] {
                let channel = try await client.get("/channels").json?.arrayValue?.first
                #expect(channel?["by"]?["name"] == "Mara")
                #expect(channel?["by"]?["email"] == nil)
            }
        }
    }

    @Test(arguments: [
        ("production", #"{"release":"v9"}"#, HTTPResponse.Status.notFound, "unknown-revision"),
        ("latest", #"{"release":"v1"}"#, .badRequest, "invalid-value"),
        ("production", #"{"release":"v1","appVersions":">=5 <3"}"#, .badRequest, "invalid-value"),
        ("production", #"{"release":"v1","sequence":"1"}"#, .badRequest, "usage"),
        ("production", #"{"release":"v1","sequence":0}"#, .badRequest, "invalid-value"),
        ("production", #"{"release":"v1","signature":"x"}"#, .badRequest, "invalid-value"),
        ("production", #"{"release":"v1","colour":"red"}"#, .badRequest, "usage"),
        ("production", #"{}"#, .badRequest, "usage"),
    ])
    func badRequests(
        name: String, body: String, status: HTTPResponse.Status, code: String
    ) async throws {
        let server = try Self.server()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let refused = try await api.send(.put, "/channels/\(name)", body)
            #expect(refused.status == status && refused.code == code, "\(refused.text)")
            #expect(try await api.get("/channels").json == .array([]))
        }
    }

    @Test func unknownChannels() async throws {
        let server = try Self.server()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            for method in [HTTPRequest.Method.get, .delete] {
                let unknown = try await api.send(method, "/channels/none", nil)
                #expect(unknown.status == .notFound && unknown.code == "unknown-channel")
            }
        }
    }

    /// The signature that `channel sign` prints is accepted with the same options only.
    @Test func aSignatureIsChecked() async throws {
        let server = try Self.server()
        let sandbox = server.sandbox
        let made = try sandbox.execute(
            "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "mara", "-f", "key"])
        try #require(made.status == 0, "\(made)")
        let signature = try server.cli(
            "channel", "sign", "production", "v1", "--key", sandbox.directory + "/key")
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            func body(_ release: String) -> String {
                let object = JSONObject(uniqueMembers: [
                    ("release", .string(release)), ("signature", .string(signature)),
                ])
                return String(decoding: CanonicalJSON.encode(.object(object)), as: UTF8.self)
            }
            let wrong = try await api.send(.put, Self.channel, body("v2"))
            #expect(wrong.status == .badRequest && wrong.code == "invalid-value")
            let right = try await api.send(.put, Self.channel, body("v1"))
            #expect(right.status == .created, "\(right.text)")
            let key = try await api.get("/channels").json?.arrayValue?.first?["signed"]?["key"]
            #expect(key?.stringValue?.hasPrefix("SHA256:") == true)
            let again = try await api.send(.put, Self.channel, body("v1"))
            #expect(again.status == .ok && again.member("events") == .array([]), "\(again.text)")
            #expect(try await api.send(.put, Self.channel, #"{"release":"v2"}"#).status == .ok)
            let replayed = try await api.send(.put, Self.channel, body("v1"))
            #expect(replayed.status == .badRequest && replayed.code == "invalid-value")
        }
    }
}
