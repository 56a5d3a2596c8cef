import Policy
import Testing

@Suite struct PushUpdateTests {
    private static let zero = String(repeating: "0", count: 40)
    private static let one = String(repeating: "1", count: 40)

    @Test func aLineNamesTheOldAndTheNewCommitAndTheReference() throws {
        let update = try #require(
            PushReception.Update(line: "\(Self.one) \(Self.one) refs/heads/with space"))
        #expect(update.old == Self.one)
        #expect(update.new == Self.one)
        #expect(update.reference == "refs/heads/with space")
    }

    @Test func zerosStandForNoCommit() throws {
        let created = try #require(
            PushReception.Update(line: "\(Self.zero) \(Self.one) refs/heads/a"))
        #expect(created.old == nil)
        let deleted = try #require(
            PushReception.Update(line: "\(Self.one) \(Self.zero) refs/heads/a"))
        #expect(deleted.new == nil)
    }

    @Test(arguments: ["", "1 2", "one two refs/heads/a", "\(one) \(one)"])
    func otherLinesAreNone(line: String) {
        #expect(PushReception.Update(line: line) == nil)
    }
}
