import ReadModel
import TestSupport
import Testing
import Translation
import Workspace

/// Names that may have been meant instead of one that was refused.
@Suite struct NearestNamesTests {
    private static func project() throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add title Title"], in: "app")
        return try sandbox.open("app")
    }

    private static let string = StringID(section: "default", key: "tilte")

    /// Writers decide one at a time, so none may read all keys.
    @Test func aDecisionNamesOnlyWhatWasLookedFor() throws {
        let workspace = try Self.project()
        let french = try #require(LanguageTag("fr"))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.perform("set", .setText(french, Self.string, Value("Titre")))
        }
        #expect(refusal.nearest == [])
        #expect(refusal.missing == .string(Self.string))
        #expect(try workspace.nearest(to: refusal, in: workspace.readModel) == ["title"])
    }

    @Test func languagesAreFoundToo() throws {
        let workspace = try Self.project()
        let model = try workspace.model(at: .tip)
        let unknown = try #require(LanguageTag("fra"))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.requireLocale(unknown, in: model)
        }
        #expect(refusal.nearest == [])
        #expect(refusal.missing == .locale(unknown))
        #expect(try workspace.nearest(to: refusal, in: model) == ["fr"])
    }

    @Test func whatIsKnownNeedsNoSearch() throws {
        let workspace = try Self.project()
        let refusal = Refusal(
            .unknownCheck, "There is no check “x”.", hint: .listChecks, nearest: ["y"])
        #expect(try workspace.nearest(to: refusal, in: workspace.readModel) == ["y"])
        let other = Refusal(.unchanged, "The text says this already.", hint: "Change it.")
        #expect(try workspace.nearest(to: other, in: workspace.readModel) == [])
    }

    /// A past state is gone when its refusal is shown.
    @Test func aPastStateSuggestsItsOwnNames() throws {
        let workspace = try Self.project()
        _ = try workspace.perform(
            "remove", .removeString(StringID(section: "default", key: "title")))
        let past = try workspace.model(at: .revision("translations~1"))
        let refusal = try #require(throws: Refusal.self) {
            try workspace.requireString(Self.string, in: past)
        }
        #expect(refusal.nearest == ["title"])
    }
}
