import Policy
import Representations
import Testing
import Workspace

@Suite struct RepositoryTests {
    @Test func aLogHasItsSizeAndItsDigest() {
        #expect(text(.log(events: 3, digest: "d")) == #"{"events":3,"digest":"d"}"#)
    }

    @Test func aNewBranchHasNoOldCommit() throws {
        let zero = String(repeating: "0", count: 40)
        let one = String(repeating: "1", count: 40)
        let update = try #require(
            PushReception.Update(line: "\(zero) \(one) refs/heads/translations"))
        #expect(
            text(update.json([]))
                == #"{"ref":"refs/heads/translations","new":"\#(one)","ok":true,"findings":[]}"#)
    }
}
