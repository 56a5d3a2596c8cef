import DragomanClient
import Foundation
import Synchronization
import TestWorld
import Testing

@Suite struct ProposalStorageTests {
    private let server = ScriptedServer()
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func store(_ storage: any ProposalStorage) -> ProposalStore {
        ProposalStore(settings: .testing, server: server, storage: storage)
    }

    private var directory: ProposalDirectory {
        ProposalDirectory(URL(fileURLWithPath: sandbox.directory + "/below/proposals"))
    }

    @Test func theGuidIsMadeOnce() async throws {
        let guid = await store(directory).guid
        #expect(UUID(uuidString: guid)?.uuidString == guid)
        #expect(await store(directory).guid == guid)
        let path = sandbox.directory + "/below/proposals/guid"
        #expect(try sandbox.read("below/proposals/guid") == guid)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try sandbox.write("nonsense", to: "below/proposals/guid")
        let other = await store(directory).guid
        #expect(other != guid)
        #expect(await store(directory).guid == other)
    }

    @Test func filesSurviveARestart() async throws {
        let text = ProposedText(
            identifier: TextIdentifier(section: "a\"\\\n", key: "ключ\u{0}"), locale: "de",
            value: "Zeile\r\nmit 👩‍🚀 & = % +")
        server.fail(.unreachable("offline"))
        try await store(directory).propose(text)
        let next = store(directory)
        #expect(await next.knownProposals().map(\.text) == [text])
        await next.sendKept()
        let last = store(directory)
        #expect(await last.knownProposals().map(\.text) == [text])
        #expect(await last.state == ProposalState())
    }

    @Test func aFileOfANewerVersionIsLeftAlone() async throws {
        let file = #"{"version":2,"waiting":"elsewhere"}"#
        try sandbox.write(file, to: "below/proposals/proposals.json")
        let store = store(directory)
        #expect(await store.state.storageProblem == .newerVersion(2))
        server.fail(.unreachable("offline"))
        try await store.propose(.de("ok", "Gut"))
        await store.sendKept()
        #expect(server.values == ["Gut"])
        #expect(await store.knownProposals().map(\.text.value) == ["Gut"])
        #expect(await store.state.storageProblem == .newerVersion(2))
        #expect(try sandbox.read("below/proposals/proposals.json") == file)
    }

    private static let damaged = [
        "", "{", "[]", #"{"version":1}"#, #"{"version":"1","waiting":[],"sent":[]}"#,
        #"{"version":0,"waiting":[],"sent":[]}"#,
        #"{"version":1,"waiting":[{}],"sent":[]}"#,
        #"{"version":1,"waiting":[],"sent":[{"id":"1"}]}"#,
        #"{"version":1,"waiting":[],"sent":[],"sent":[]}"#,
        String(repeating: "[", count: 100_000),
    ]

    @Test(arguments: damaged) func aDamagedFileIsSetAside(_ file: String) async throws {
        try sandbox.write(file, to: "below/proposals/proposals.json")
        let store = store(directory)
        #expect(await store.state.storageProblem == .damaged)
        try await store.propose(.de("ok", "Gut"))
        #expect(try sandbox.read("below/proposals/proposals.json.damaged") == file)
        #expect(await self.store(directory).knownProposals().map(\.text.value) == ["Gut"])
    }

    @Test func aFileThatIsTooLargeIsLeftAlone() async throws {
        let file = String(repeating: " ", count: ProposalDirectory.maximumSize + 1)
        try sandbox.write(file, to: "below/proposals/proposals.json")
        let store = store(directory)
        guard case .unreadable = await store.state.storageProblem else {
            Issue.record("\(await store.state)")
            return
        }
        try await store.propose(.de("ok", "Gut"))
        #expect(try sandbox.read("below/proposals/proposals.json").utf8.count == file.utf8.count)
    }

    @Test func worksInMemoryWithoutAUsableDirectory() async throws {
        // A file is in place of the directory, because permissions do not stop root.
        try sandbox.write("", to: "below")
        let store = store(directory)
        let guid = await store.guid
        server.fail(.unreachable("offline"))
        try await store.propose(.de("ok", "Gut"))
        guard let problem = await store.state.storageProblem else {
            Issue.record("no problem")
            return
        }
        #expect("\(problem)".contains("unwritable") || "\(problem)".contains("unreadable"))
        await store.sendKept()
        #expect(server.values == ["Gut"])
        #expect(await store.guid == guid)
    }

    @Test func writesAgainOnceItCan() async throws {
        let storage = MemoryStorage()
        storage.state.withLock { $0.isWritable = false }
        let store = store(storage)
        let guid = await store.guid
        server.fail(.unreachable("offline"))
        try await store.propose(.de("ok", "Gut"))
        guard case .unwritable = await store.state.storageProblem else {
            Issue.record("\(await store.state)")
            return
        }
        storage.state.withLock { $0.isWritable = true }
        await store.sendKept()
        #expect(await store.state.storageProblem == nil)
        #expect(storage[.guid] == guid)
        #expect(await self.store(storage).knownProposals().count == 1)
    }
}
