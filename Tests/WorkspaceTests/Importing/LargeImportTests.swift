import ReadModel
import TestWorld
import Testing
import Translation
import Workspace

/// Imports with more events than are held in memory.
struct LargeImportTests {
    private static let keys = 3_500
    private static let languages = ["fr", "de", "ja"]

    private let sandbox: Sandbox
    private let workspace: Workspace

    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(Self.languages.map { "locale add \($0)" }, in: "app")
        workspace = try sandbox.open("app")
    }

    private func request(
        last: String = "{}", isStrict: Bool = false
    ) -> ImportRequest {
        typealias File = (name: String, bytes: @Sendable () throws -> [UInt8])
        let files = (["en"] + Self.languages).map { language -> File in
            let members = (0..<Self.keys).map { "\"key\($0)\":\"\(language) \($0)\"" }
            let bytes = Array("{\(members.joined(separator: ","))}".utf8)
            return (name: "\(language)/default.json", bytes: { @Sendable in bytes })
        }
        let end = Array(last.utf8)
        return ImportRequest(
            files: files + [("fr/other.json", { @Sendable in end })], isStrict: isStrict)
    }

    private func take(_ request: ImportRequest, isDryRun: Bool = false) throws -> Outcome {
        try workspace.importFiles(
            request, verb: "import", guid: nil, idempotencyKey: nil, isDryRun: isDryRun
        ).outcome
    }

    @Test func allIsInOneCommitAndOnce() throws {
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let outcome = try take(request())
        #expect(outcome.tally.defined == Self.keys)
        #expect(outcome.tally.set == Self.keys * 3)
        // For each file, one event records its layout, or that the section is one; another records
        // its texts.
        #expect(Set(outcome.eventIDs).count == Self.keys * 4 + 9)
        #expect(outcome.eventIDs == outcome.eventIDs.sorted())
        let after = try sandbox.git("rev-list", "--count", "translations", in: "app")
        #expect(Int(after.dropLast()) == Int(before.dropLast()).map { $0 + 1 })
        let message = try sandbox.git("log", "-1", "--format=%s", "translations", in: "app")
        #expect(message == "import \(Self.keys) strings in de, en, fr, ja\n")
        try sandbox.git("fsck", "--strict", in: "app")
        try workspace.catchUp()
        #expect(try workspace.read { try $0.model.existingStrings() }.count == Self.keys)
        #expect(try sandbox.rebuiltDigest("app") == workspace.read { try $0.model.digest() })
        let again = try take(request())
        #expect(again.commit == nil)
        #expect(again.tally.unchanged == Self.keys * 4)
    }

    @Test(arguments: [
        ("not JSON", false), (#"{"unknown":"x"}"#, true),
    ]) func aFaultInTheLastFileLeavesNothing(last: String, isStrict: Bool) throws {
        let before = try sandbox.git("count-objects", "-v", in: "app")
        let head = try sandbox.git("rev-parse", "translations", in: "app")
        #expect(throws: Refusal.self) { try take(request(last: last, isStrict: isStrict)) }
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == head)
        #expect(try sandbox.git("count-objects", "-v", in: "app") == before)
    }

    /// A server's hook would refuse any push that contains such a text.
    @Test func aTextThatNobodyCouldPushIsNotTaken() throws {
        let text = String(repeating: "long ", count: Event.maximumLine / 5)
        #expect(
            sandbox.run(["string", "add", "-s", "other", "key0", "Key"], in: "app").status == 0)
        let head = try sandbox.git("rev-parse", "translations", in: "app")
        let error = #expect(throws: Refusal.self) {
            try take(request(last: #"{"key0":"\#(text)"}"#))
        }
        #expect(error?.message.hasPrefix("The text for “other:key0” in fr is too long") == true)
        let result = sandbox.run(["set", "-s", "other", "fr", "key0", text], in: "app")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("refused: The text for “other:key0” in fr is too long"))
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == head)
    }

    @Test func aDryRunCountsAndWritesNothing() throws {
        let before = try sandbox.git("count-objects", "-v", in: "app")
        let outcome = try take(request(), isDryRun: true)
        #expect(outcome.tally.set == Self.keys * 3)
        #expect(outcome.commit == nil)
        #expect(try sandbox.git("count-objects", "-v", in: "app") == before)
    }
}
