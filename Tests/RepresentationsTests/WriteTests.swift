import JSON
import Representations
import Testing
import Translation

@Suite struct WriteTests {
    @Test func nothingWrittenHasNoCommit() {
        #expect(text(.nothingWritten) == #"{"events":[]}"#)
    }

    @Test func emptyListsOfLeftOutItemsAreAbsent() {
        let json = JSONValue.object { members in
            members.add(proposal: nil)
            members.add(proposals: [])
            members.add(leftOut: [])
            members.add(kept: ["x"])
        }
        #expect(text(json) == #"{"proposals":[],"kept":["x"]}"#)
    }

    @Test func settingsFallBackToTheirDefaults() {
        let json = Setting.json([
            (.inherit, nil), (.frozen, ["de"]), (.reviewers, nil),
        ])
        #expect(text(json) == #"{"inherit":true,"frozen":["de"]}"#)
    }
}
