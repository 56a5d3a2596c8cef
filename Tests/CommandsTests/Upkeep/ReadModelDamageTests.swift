import Foundation
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Damage in the read model that only a query finds, and changes to its file while it is open.
@Suite struct ReadModelDamageTests {
    private let sandbox: Sandbox
    private static let file = "/app/.git/dragoman/translations.sqlite"
    private static let verbs = [
        ["status"], ["list"], ["list", "fr"], ["get", "fr", "key7"],
        ["proposals", "--locale", "fr"], ["log"], ["log", "--format", "json"], ["conflicts"],
        ["diff", "HEAD~1"], ["check"], ["blame", "fr"],
    ]

    init() throws {
        sandbox = try Sandbox()
        #expect(sandbox.run(["init", "app"]).status == 0)
        #expect(sandbox.run(["locale", "add", "fr"], in: "app").status == 0)
        let members = (0..<60).map { #""key\#($0)": "A text that is the number \#($0)""# }
        try sandbox.write("{\(members.joined(separator: ","))}", to: "en.json")
        try sandbox.write("{\(members.reversed().joined(separator: ","))}", to: "fr.json")
        for tag in ["en", "fr"] {
            let imported = sandbox.run(
                [
                    "import", "-l", tag, "-s", "default", "--file-format", "i18next-json",
                    "../\(tag).json",
                ], in: "app")
            #expect(imported.status == 0, "\(imported)")
        }
        #expect(sandbox.run(["propose", "fr", "key7", "Sept"], in: "app").status == 0)
        #expect(sandbox.run(["status"], in: "app").status == 0)
    }

    private func answers() -> [Sandbox.Result] { Self.verbs.map { sandbox.run($0, in: "app") } }

    @Test func everyPageCanBeDamagedAndNoAnswerIsAnother() throws {
        let path = sandbox.directory + Self.file
        let right = answers().map { "\($0.status) \($0.output)" }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let pages = bytes.count / 4096
        #expect(pages > 8)
        var random = SplitMix64(seed: 1)
        var rebuilt = 0
        for page in 0..<pages {
            let verb = page % Self.verbs.count
            var damaged = bytes
            for index in page * 4096..<(page + 1) * 4096 {
                damaged[index] = UInt8.random(in: 0...255, using: &random)
            }
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            try damaged.write(to: URL(fileURLWithPath: path))
            var answer = sandbox.run(Self.verbs[verb], in: "app")
            if answer.status == 2 {
                // The damage was found after output had begun: the next call is complete.
                #expect(Self.verbs[verb].first == "log", "page \(page): \(answer)")
                #expect(right[verb].hasPrefix("0 \(answer.output)"))
                #expect(answer.errors.contains("damaged"), "page \(page): \(answer)")
                answer = sandbox.run(Self.verbs[verb], in: "app")
            }
            #expect(
                "\(answer.status) \(answer.output)" == right[verb],
                "page \(page), \(Self.verbs[verb])")
            if answer.errors.contains("being rebuilt") { rebuilt += 1 }
            let checked = sandbox.run(["fsck"], in: "app")
            // The check finds damage that no query had read, unless it was repaired already.
            #expect([0, 1].contains(checked.status), "page \(page): \(checked)")
            #expect(sandbox.run(["rebuild"], in: "app").status == 0)
            #expect(sandbox.run(["fsck"], in: "app").status == 0)
        }
        #expect(rebuilt > 0)
    }

    /// The pages are intact, but their contents were altered.
    @Test func anEventThatCannotBeReadIsDamage() throws {
        let url = URL(fileURLWithPath: sandbox.directory + Self.file)
        let right = sandbox.run(["log"], in: "app")
        var bytes = try Data(contentsOf: url)
        var changed = 0
        while let found = bytes.range(of: Data(#""Sept""#.utf8)) {
            bytes[found.lowerBound + 1] = 0xFF
            changed += 1
        }
        #expect(changed > 0)
        for suffix in ["-wal", "-shm"] { unlink(url.path + suffix) }
        try bytes.write(to: url)
        let answer = sandbox.run(["log"], in: "app")
        #expect(answer.output == right.output)
        #expect(answer.status == 0)
        #expect(
            answer.errors.contains("being rebuilt: The line is not JSON: The input is not UTF-8.\n")
        )
    }

    @Test func aWriterMeetsDamageAndWritesOnce() throws {
        let path = sandbox.directory + Self.file
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0x5A, count: 40_000))
        try handle.close()
        let written = sandbox.run(["propose", "fr", "key8", "Huit"], in: "app")
        #expect(written.status == 0, "\(written)")
        let after = try sandbox.git("rev-list", "--count", "translations", in: "app")
        #expect(Int(after.dropLast()) == Int(before.dropLast()).map { $0 + 1 })
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    private func open() throws -> Workspace {
        try Workspace.open(".", host: sandbox.host(in: "app"))
    }

    @Test func aReaderSeesOneStateWhateverOthersDo() throws {
        let reader = try open()
        let count = try reader.read { snapshot in
            let digest = try snapshot.model.digest()
            let count = try snapshot.model.eventCount()
            #expect(sandbox.run(["set", "fr", "key9", "Neuf"], in: "app").status == 0)
            #expect(sandbox.run(["status"], in: "app").status == 0)
            #expect(try snapshot.model.digest() == digest)
            #expect(sandbox.run(["rebuild"], in: "app").status == 0)
            #expect(try snapshot.model.eventCount() == count)
            return count
        }
        #expect(try reader.read { try $0.model.eventCount() } == count + 1)
    }

    @Test func aReadModelThatIsTakenAwayWhileItIsOpenIsMissedByNobody() throws {
        let reader = try open()
        let count = try reader.read(at: .tip) { try $0.model.eventCount() }
        try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/dragoman")
        #expect(try reader.read { try $0.model.eventCount() } == count)
        #expect(sandbox.run(["set", "fr", "key9", "Neuf"], in: "app").status == 0)
        #expect(try reader.read(at: .tip) { try $0.model.eventCount() } == count + 1)
        let written = try reader.perform(
            "set",
            .setText(
                try Workspace.language("fr") { _ in },
                StringID(section: "default", key: "key10"), Value("Dix")))
        #expect(written.commit != nil)
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test func aReadModelOfANewerProgramIsMadeAnew() throws {
        let right = answers().map(\.output)
        let sql =
            "UPDATE meta SET value = 99 WHERE name LIKE '%schema%' OR name LIKE '%version%'; DROP TABLE proposal;"
        _ = try sandbox.execute(
            "/usr/bin/env", ["sqlite3", sandbox.directory + Self.file, sql])
        #expect(answers().map(\.output) == right)
    }
}
