import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

@Suite struct I18nextMissingKeyTests {
    private static func configuration(_ add: String, isPublic: Bool = true) -> String {
        "    public = \(isPublic)\n[i18next \"shop\"]\n    add = \(add)\n"
    }

    private static func post(
        _ client: any TestClientProtocol, _ body: String, to path: String = "de/default",
        prefix: String = "", _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await client.execute(
            uri: "\(prefix)/locales/add/\(path)", method: .post, headers: headers,
            body: ByteBuffer(string: body))
    }

    /// Returns the open proposals as `section:key=value as JSON`, in order of creation.
    private static func proposals(_ server: ProjectServer) throws -> [String] {
        let output = try server.cli("proposals", "--format", "json")
        let rows = try JSONValue.parse(Array(output.utf8)).arrayValue ?? []
        return rows.compactMap(\.objectValue).map { row in
            let value = row["value"].map {
                String(decoding: CanonicalJSON.encode($0), as: UTF8.self)
            }
            let section = row["section"]?.stringValue ?? "default"
            return
                "\(row["locale"]?.stringValue ?? "") \(section):\(row["key"]?.stringValue ?? "")="
                + (value ?? "")
        }
    }

    @Test func keysBecomeProposalsForTheSource() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "--new", "en", "asked.already", "Asked")
        // However slow the requests are, the keys are written together when the server ends.
        try await server.run(
            Self.configuration("open"), options: { $0.missingKeyQuiet = .seconds(3600) }
        ) { client async throws in
            let bodies = [
                ("de/default", #"{"new.key":"New text"}"#),
                // The fallback language's request for the same key.
                ("dev/default", #"{"new.key":"New text"}"#),
                ("de/translation", #"{"only_one":"A lone form"}"#),
                ("de/default", #"{"file_one":"{{count}} file"}"#),
                ("de/default", #"{"file_other":"{{count}} files"}"#),
                // Arabic has all six forms.
                ("ar/default", #"{"file_zero":"{{count}} files"}"#),
                ("ar/default", #"{"file_few":"{{count}} files"}"#),
                ("de/default", #"{"Are you sure? Yes: really. (100%)":""}"#),
                ("de/default", "Great.+Session+succeeded.=Great.%20Session%20succeeded."),
                ("de/admin/users", #"{"title":"Users"}"#),
                // The source has these strings, or they are proposed already.
                ("de/default", #"{"cart.title":"Another"}"#),
                ("de/default", #"{"cart.items_one":"x"}"#),
                ("de/default", #"{"cart.items_few":"x"}"#),
                ("de/default", #"{"asked.already":"x"}"#),
            ]
            for (path, body) in bodies {
                let answer = try await Self.post(client, body, to: path)
                #expect(answer.status == .accepted)
                #expect(answer.text == "{}\n")
            }
        }
        #expect(
            Set(try Self.proposals(server)) == [
                #"en default:asked.already="Asked""#, #"en default:new.key="New text""#,
                #"en default:only_one="A lone form""#,
                #"en default:file={"by":"plural","arg":"count","cases":{"one":"{{count}} file","other":"{{count}} files"}}"#,
                #"en default:Are you sure? Yes: really. (100%)="Are you sure? Yes: really. (100%)""#,
                #"en default:Great. Session succeeded.="Great. Session succeeded.""#,
                #"en admin/users:title="Users""#,
            ])
        // All of them are in one commit, beside that of the first proposal.
        let log = try server.sandbox.git("log", "--format=%s", "translations", in: "shop")
        #expect(log.split(separator: "\n").count { $0.hasPrefix("propose") } == 2, "\(log)")
    }

    /// Collected keys are written without further requests, and can be accepted like any other
    /// proposal.
    @Test func keysAreWrittenOnceNoneComesAnyMore() async throws {
        let server = try ProjectServer()
        try await server.run(
            Self.configuration("open"), options: { $0.missingKeyQuiet = .milliseconds(1) }
        ) { client async throws in
            _ = try await Self.post(client, #"{"new.key":"New text"}"#)
            try await Self.wait { try !Self.proposals(server).isEmpty }
            try server.cli("accept", "--key", "new.key", "-y")
            try await Self.wait {
                try await client.execute(uri: "/locales/en/default.json", method: .get).text
                    .contains("New text")
            }
        }
    }

    private static func wait(until isTrue: () async throws -> Bool) async throws {
        for _ in 0..<1000 {
            if try await isTrue() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("This never became true.")
    }

    @Test func whatIsCollectedIsWrittenAtTheEnd() async throws {
        let server = try ProjectServer()
        try await server.run(Self.configuration("open")) { client async throws in
            for start in [0, 100, 200] {
                let members = (start..<start + 100).map { "\"late.key\($0)\":\"Late\"" }
                let answer = try await Self.post(
                    client, "{" + members.joined(separator: ",") + "}")
                #expect(answer.status == .accepted)
            }
        }
        #expect(try Self.proposals(server).count == 300)
        // The guid is the same after a restart, and cannot be derived from the repository.
        let key = try server.sandbox.read("state/i18next.key")
        #expect(key.utf8.count == 65)
        try await server.run(Self.configuration("open")) { client async throws in
            _ = try await Self.post(client, "{\"late.key7\":\"Another text\",\"last\":\"Last\"}")
        }
        #expect(try Self.proposals(server).count == 301)
        #expect(try server.sandbox.read("state/i18next.key") == key)
        let log = try server.cli("log", "--format", "json")
        #expect(!log.contains(key.prefix(64)))
    }

    @Test func aByteOrderMarkIsPassedOver() async throws {
        try await ProjectServer().run(Self.configuration("open")) { client async throws in
            #expect(try await Self.post(client, "\u{FEFF}{\"a\":\"b\"}").status == .accepted)
        }
    }

    @Test func whoMayReportIsConfigured() async throws {
        let server = try ProjectServer()
        let app = try server.token(.propose, app: true)
        let reader = try server.token(.read, app: true)
        let body = #"{"key":"text"}"#
        try await server.run { client async throws in
            #expect(try await Self.post(client, body).status == .forbidden)
            #expect(try await Self.post(client, body, .bearer(app)).status == .forbidden)
        }
        try await server.run(Self.configuration("token", isPublic: false)) { client async throws in
            #expect(try await Self.post(client, body).status == .unauthorized)
            #expect(try await Self.post(client, body, .bearer("dga_none")).status == .unauthorized)
            #expect(try await Self.post(client, body, .bearer(reader)).status == .forbidden)
            #expect(
                try await Self.post(client, body, prefix: "/projects/shop", .bearer(app)).status
                    == .accepted)
            #expect(try await Self.post(client, body, [.restAPIKey: app]).status == .accepted)
        }
    }

    @Test func whatIsNoListOfTextsIsRefused() async throws {
        try await ProjectServer().run(Self.configuration("open")) { client async throws in
            func refusal(_ body: String, to path: String = "de/default", _ type: String? = nil)
                async throws -> String
            {
                let headers: HTTPFields = type.map { [.contentType: $0] } ?? [:]
                let answer = try await Self.post(client, body, to: path, headers)
                return "\(answer.status.code) \(answer.code ?? "")"
            }
            #expect(try await refusal("{\"a\":") == "400 malformed")
            #expect(try await refusal("{\"a\":\"b\",\"a\":\"c\"}") == "400 malformed")
            #expect(try await refusal("{\"a\":1}") == "400 invalid-value")
            #expect(try await refusal("{\"a\":{\"b\":\"c\"}}") == "400 invalid-value")
            #expect(try await refusal("[]", "application/json") == "400 invalid-value")
            #expect(try await refusal("") == "400 malformed")
            #expect(try await refusal("a=%zz") == "400 malformed")
            #expect(try await refusal("{\"\":\"b\"}") == "400 invalid-value")
            #expect(try await refusal("{\"a\\u0000\":\"b\"}").hasPrefix("400 "))
            #expect(try await refusal("{\"a\":\"b\\u0000\"}") == "400 invalid-value")
            let long = String(repeating: "x", count: 20_000)
            #expect(try await refusal("{\"\(long)\":\"b\"}") == "400 invalid-value")
            #expect(try await refusal("{\"a\":\"\(long)\"}") == "400 invalid-value")
            #expect(
                try await refusal("{\"a\":\"\(String(repeating: long, count: 5))\"}")
                    == "413 too-large")
            #expect(try await refusal("{\"a\":\"b\"}", to: "de/a%2F..") == "400 unsafe-path")
            #expect(try await refusal("{\"a\":\"b\"}", to: "de/a%5C") == "400 unsafe-path")
            #expect(try await refusal("{\"a\":\"b\"}", to: "de/" + long).hasPrefix("4"))
            let deep = String(repeating: "{\"a\":", count: 2000)
            #expect(try await refusal(deep) == "400 malformed")
        }
    }
}
