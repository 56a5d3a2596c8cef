import EventStore
import Git
import GitEventStore
import TestWorld
import Testing

@Suite struct ConformanceTests {
    @Test func inMemory() throws {
        try EventStoreConformance(InMemoryEventStore()).check()
    }

    @Test func inGit() throws {
        let sandbox = try Sandbox()
        try EventStoreConformance(try sandbox.gitStore()).check()
        #expect(try sandbox.git("fsck", "--strict", in: "repo") == "")
    }
}

extension Sandbox {
    /// Creates a log in a new repository in the sandbox.
    func gitStore(_ name: String = "repo") throws -> GitEventStore {
        let repository = try GitRepository.create(
            at: directory + "/" + name, initialBranch: "translations")
        let branch = try #require(ReferenceName(branch: "translations"))
        let store = GitEventStore(repository: repository, branch: branch)
        _ = try store.create(
            files: [.init(path: "dragoman.json", content: Array("{}\n".utf8))],
            message: "begin\n",
            author: Author(name: "Ines", email: "ines@example.org", seconds: 1))
        return store
    }
}
