import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// Writes to a project with a remote, and the acknowledgement that their senders want.
@Suite(.timeLimit(.minutes(5))) struct ReplicationAPITests {
    private static let configuration = """
            public = true
            testers = open
            remote = origin
            syncInterval = 100ms

        """

    /// A server whose project has a remote: a bare repository, or a path that does not exist.
    private func server(hasHub: Bool = true) throws -> ProjectServer {
        let server = try ProjectServer()
        if hasHub { try server.sandbox.git("clone", "-q", "--bare", "shop", "hub") }
        try server.sandbox.git("remote", "add", "origin", "../hub", in: "shop")
        return server
    }

    private func propose(
        _ text: String, prefer: String? = nil, on client: any TestClientProtocol
    ) async throws -> TestResponse {
        var api = APIClient(client: client)
        api.headers[.dragomanGuid] = "guid-of-\(text)"
        api.headers[.prefer] = prefer
        return try await api.post(
            "/proposals", #"{"locale":"de","key":"cart.title","value":"\#(text)"}"#)
    }

    @Test func aWriteIsAcknowledgedWhenTheRemoteHasIt() async throws {
        let server = try server()
        for (configuration, prefer) in [
            (Self.configuration + "    ack = remote\n", nil),
            (Self.configuration, "return=minimal, ack=remote"),
        ] {
            try await server.run(configuration) { client in
                let answer = try await propose("Korb\(prefer == nil)", prefer: prefer, on: client)
                #expect(answer.status == .created, "\(answer.text)")
                #expect(answer.member("ack") == nil)
                #expect(answer.headers[.preferenceApplied] == (prefer == nil ? nil : "ack=remote"))
                let position = try #require(answer.headers[.dragomanPosition])
                try server.sandbox.git(
                    "merge-base", "--is-ancestor", position, "translations", in: "hub")
            }
        }
    }

    /// The write is durable here, so a client must not repeat it.
    @Test func aWriteThatTheRemoteDoesNotGetIsAccepted() async throws {
        let server = try server(hasHub: false)
        let admin = try server.token(.admin)
        try await server.run(Self.configuration) { client in
            let prefer = "ack=remote, wait=1"
            let answer = try await propose("Korb", prefer: prefer, on: client)
            #expect(answer.status == .accepted)
            #expect(answer.member("ack") == "local")
            #expect(answer.headers[.location] != nil)
            #expect(answer.headers[.preferenceApplied] == nil)
            var api = APIClient(client: client).with(token: admin)
            api.headers[.prefer] = prefer
            let batch = try await api.post(
                "/batch", #"[{"verb":"set","locale":"fr","key":"cart.title","value":"Cabas"}]"#)
            #expect(batch.status == .accepted && batch.member("ack") == "local", "\(batch.text)")
            let file = try await api.send(
                .post, "/import?locale=fr&format=i18next-json",
                #"{"cart":{"title":"Panier"}}"#)
            #expect(file.status == .accepted && file.member("ack") == "local", "\(file.text)")
            // Without the preference, the project decides.
            let usual = try await propose("Tasche", on: client)
            #expect(usual.status == .created && usual.member("ack") == nil)
            // Nothing is written, but the text that is there is not on the remote either.
            let same = try await api.send(
                .put, "/text/fr?key=cart.title", #"{"value":"Panier"}"#)
            #expect(same.status == .accepted, "\(same.text)")
            let metrics = try await client.execute(
                uri: "/metrics", method: .get, headers: .bearer(admin))
            let text = String(buffer: metrics.body)
            #expect(text.contains(#"dragoman_replica_lag_seconds{project="shop"} +Inf"#), "\(text)")
            #expect(!text.contains(#"dragoman_replica_failures{project="shop"} 0"#))
        }
        #expect(server.log.contains("The project cannot be synchronized"))
    }

    @Test(arguments: [
        ([], false, 30), (["ack=remote"], true, 30), (["ACK=\"remote\"; x=1"], true, 30),
        (["return=minimal , ack = remote", "wait=5"], true, 5), (["ack=local"], false, 30),
        (["wait=100"], false, 30), (["wait=-1"], false, 0), (["wait=soon"], false, 30),
    ])
    func preferencesAreRead(values: [String], isRemote: Bool, wait: Int) {
        let preference = AcknowledgementPreference(values)
        #expect(preference.isRemote == isRemote && preference.wait == wait)
    }
}
