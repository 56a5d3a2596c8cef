import TestWorld
import Testing

@testable import Hosting
@testable import Server

@Suite struct NStackMemoryTests {
    private static func file(_ count: Int) -> NStackMemory.File {
        NStackMemory.File(
            bytes: [UInt8](repeating: 0, count: count))
    }

    private static func name(_ resource: Int64) -> NStackMemory.FileName {
        NStackMemory.FileName(project: "shop", resource: resource, isFlat: false, revision: nil)
    }

    @Test func whatWasNotUsedForLongestGoesFirst() async throws {
        let server = try ProjectServer()
        let host = try await ProjectHost.open(
            ProjectSettings(name: "shop", path: server.sandbox.directory + "/shop"), readers: 1,
            host: server.sandbox.host(), warn: { _ in })
        let texts = host.texts
        let stamp = NStackMemory.Stamp(texts: texts, version: texts.version(of: []))
        let memory = NStackMemory(capacity: 10)
        memory.note(Self.file(4), Self.name(1), stamp)
        memory.note(Self.file(4), Self.name(2), stamp)
        #expect(memory.file(Self.name(1), stamp) != nil)
        memory.note(Self.file(4), Self.name(3), stamp)
        #expect(memory.file(Self.name(2), stamp) == nil)
        #expect(memory.file(Self.name(1), stamp) != nil)
        #expect(memory.fileBytes == 8)
        // A file larger than the whole cache is not cached.
        memory.note(Self.file(11), Self.name(4), stamp)
        #expect(memory.fileBytes == 8)
        memory.note(Self.file(5), Self.name(1), stamp)
        #expect(memory.fileBytes == 9)
        // Another version, or a project that was reopened.
        try server.cli("set", "de", "cart.title", "Korb")
        try await host.lookForOthers(at: .zero)
        let later = NStackMemory.Stamp(texts: texts, version: texts.version(of: []))
        #expect(memory.file(Self.name(1), later) == nil)
    }
}
