import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Suggestions for a name that was refused.
@Suite struct NearestNamesTests {
    private static func project() throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add title Title"], in: "app")
        return try sandbox.open("app")
    }

    private static let string = StringID(section: "default", key: "tilte")

    /// Writers decide one at a time, so no decision may read all keys.
    @Test func aDecisionNamesOnlyWhatWasLookedFor() throws {
        let workspace = try Self.project()
        let french = try #require(LanguageTag("fr"))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.perform("set", .setText(french, Self.string, Value("Titre")))
        }
        #expect(refusal.nearest == [])
        #expect(refusal.missing == .string(Self.string))
        #expect(try workspace.read { try $0.nearest(to: refusal) } == ["title"])
    }

    @Test func languagesAreFoundToo() throws {
        let workspace = try Self.project()
        let unknown = try #require(LanguageTag("fra"))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.read { try $0.requireLocale(unknown) }
        }
        #expect(refusal.nearest == [])
        #expect(refusal.missing == .locale(unknown))
        #expect(try workspace.read { try $0.nearest(to: refusal) } == ["fr"])
    }

    @Test func whatIsKnownNeedsNoSearch() throws {
        let workspace = try Self.project()
        let refusal = Refusal(
            .unknownCheck, "There is no check “x”.", hint: "Look.", nearest: ["y"])
        #expect(try workspace.read { try $0.nearest(to: refusal) } == ["y"])
        let other = Refusal(.unchanged, "The text says this already.", hint: "Change it.")
        #expect(try workspace.read { try $0.nearest(to: other) } == [])
    }

    /// A past state is released before its refusal is shown.
    @Test func aPastStateSuggestsItsOwnNames() throws {
        let workspace = try Self.project()
        _ = try workspace.perform(
            "remove", .removeString(StringID(section: "default", key: "title")))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.read(at: .revision("translations~1")) {
                try $0.requireString(Self.string)
            }
        }
        #expect(refusal.nearest == ["title"])
    }
}
