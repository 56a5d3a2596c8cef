import Representations
import Sync
import Testing
import Workspace

@Suite struct RemoteTests {
    @Test func newsAreCountedByLanguage() {
        #expect(text(EventNews().json) == #"{"events":0,"proposals":0,"locales":[]}"#)
    }

    @Test func aChangedRemoteMayHaveNoAddress() {
        #expect(text(.changedRemote(name: "origin", url: nil)) == #"{"name":"origin"}"#)
    }
}
