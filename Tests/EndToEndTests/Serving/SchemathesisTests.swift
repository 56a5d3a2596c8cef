import Foundation
import JSON
import TestWorld
import Testing

/// Tests the server against its OpenAPI document with schemathesis.
///
/// See <https://schemathesis.readthedocs.io>: it makes valid and invalid requests for each
/// operation. No response may be a server error, or have a status, a media type or a shape that the
/// document does not list. 503 is allowed, because a machine that is busy with other tests may be
/// late.
@Suite struct SchemathesisTests {
    private static let program: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appendingPathComponent(".build/venv/bin/schemathesis").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// The sender of the requests: an anonymous client, or a person with a scope.
    @Test(
        .enabled(
            if: program != nil, "schemathesis is not installed in .build/venv: .ci/deps does it"),
        arguments: [nil, "read", "propose", "translate", "review", "admin"])
    func answersAreAsDescribed(scope: String?) throws {
        let program = try #require(Self.program)
        let sandbox = try Sandbox()
        sandbox.run(["init", "shop"])
        for words in [
            ["locale", "add", "de"], ["string", "add", "cart.title", "Your cart"],
            ["set", "de", "cart.title", "Warenkorb"],
        ] {
            #expect(sandbox.run(words, in: "shop").status == 0)
        }
        let token = try scope.map { scope in
            let added = sandbox.run([
                "token", "add", "--name", "Mara", "--email", "mara@example.org", "--scope", scope,
                "--state", sandbox.directory + "/state",
            ])
            return try #require(
                added.output.split(whereSeparator: \.isWhitespace)
                    .first { $0.hasPrefix("dgp_") }.map(String.init), "\(added)")
        }
        let server = try ServerProcess.start(
            log: sandbox.directory + "/log", readyWord: "\"listening\"",
            environment: [
                "HOME": sandbox.directory, "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "Ines", "GIT_AUTHOR_EMAIL": "ines@example.org",
            ]
        ) { port in
            let raised =
                [
                    "testerRate", "addressWriteRate", "addressReadRate", "personWriteRate",
                    "personReadRate", "appRate",
                ].map { "limits.\($0)=100000/s" } + ["limits.personBurst=1000000"]
            return try [
                Products.dragoman, "serve", sandbox.directory + "/shop", "--listen",
                "127.0.0.1:\(port)", "--state", sandbox.directory + "/state",
            ] + raised.flatMap { ["--set", $0] }
        }
        defer { server.stop() }
        try sandbox.execute(
            "/usr/bin/env",
            [
                "curl", "-sf", "--retry", "60", "--retry-delay", "1", "--retry-all-errors",
                "http://127.0.0.1:\(server.port)/health/ready",
            ])
        let address = "http://127.0.0.1:\(server.port)"
        let fetched = try sandbox.execute(
            "/usr/bin/env", ["curl", "-sf", "\(address)/api/openapi.json"])
        try sandbox.write(try Self.narrowed(fetched.output), to: "openapi.json")
        var words = [
            "run", "openapi.json", "--url", address, "--max-examples", "5", "--seed", "1",
            "--phases", "coverage,fuzzing", "--generation-database", "none", "--no-color",
            "--suppress-health-check", "all",
            "--checks",
            "status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method",
        ]
        if let token { words += ["--header", "Authorization: Bearer \(token)"] }
        let result = try sandbox.execute(program, words)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let faults = server.said.split(separator: "\n").filter {
            $0.contains("\"status\":5") && !$0.contains("\"status\":503")
        }
        #expect(faults.isEmpty)
    }

    /// Returns the document with the project's name in the paths, and with existing names among the
    /// values of parameters.
    ///
    /// Positions are removed: for an unknown one the server correctly returns 503.
    private static func narrowed(_ document: String) throws -> String {
        let json = try JSONValue.parse(Array(document.utf8))
        let text = String(decoding: CanonicalJSON.encode(narrowed(json)), as: UTF8.self)
        return text.replacingOccurrences(of: "/projects/{project}", with: "/projects/shop")
    }

    private static func narrowed(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let items):
            return .array(items.filter { !isLeftOut($0) }.map(narrowed))
        case .object(let object):
            return .object(
                JSONObject(
                    uniqueMembers: object.members.map { member in
                        guard member.key == "schema", object["in"] != nil,
                            let values = values[object["name"]?.stringValue ?? ""]
                        else { return (member.key, narrowed(member.value)) }
                        return (
                            "schema",
                            .object {
                                $0.add("type", "string")
                                $0.add("enum", list: values)
                            }
                        )
                    }))
        default: return json
        }
    }

    private static let values = [
        "locale": ["de", "en", "sv", "not a tag"], "key": ["cart.title", "cart.titel"],
        "section": ["default", "nothing"],
    ]

    private static func isLeftOut(_ json: JSONValue) -> Bool {
        guard json.objectValue?["in"] != nil else { return false }
        return ["project", "position"].contains(json.objectValue?["name"]?.stringValue)
    }
}
