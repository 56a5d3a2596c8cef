import Git
@testable import Sync
import Testing

@testable import Workspace

/// The refspecs that are taken from the settings.
struct FetchRefspecsTests {
    private func refspecs(_ settings: String...) throws -> FetchRefspecs {
        let branch = try #require(ReferenceName(branch: "translations"))
        let tracking = try #require(ReferenceName("refs/remotes/origin/translations"))
        return FetchRefspecs(
            settings: settings, branch: branch, tracking: tracking, local: branch)
    }

    private static let own = "+refs/heads/translations:refs/remotes/origin/translations"
    private static let usual = "+refs/heads/*:refs/remotes/origin/*"

    @Test func `the usual ones are taken as they are, and the branch by name`() throws {
        #expect(try refspecs(Self.usual).texts == [Self.usual, Self.own])
        #expect(try refspecs(Self.own).texts == [Self.own])
        #expect(
            try refspecs(Self.usual, "+refs/pull/*/head:refs/remotes/origin/pull/*").texts
                == [Self.usual, "+refs/pull/*/head:refs/remotes/origin/pull/*", Self.own])
        // The refspec is forced, so that a fetch follows a forced push.
        #expect(try refspecs(String(Self.usual.dropFirst())).texts == [Self.usual, Self.own])
    }

    @Test func `the branch is fetched although the settings do not`() throws {
        #expect(try refspecs().texts == [Self.own])
        let main = "+refs/heads/main:refs/remotes/origin/main"
        #expect(try refspecs(main).texts == [main, Self.own])
        #expect(try refspecs("+refs/tags/v1.0:refs/tags/v1.0").texts == [Self.own])
        #expect(try refspecs("HEAD").texts == [Self.own])
        let elsewhere = "+refs/heads/*:refs/remotes/other/*"
        #expect(try refspecs(elsewhere).texts == [elsewhere, Self.own])
    }

    @Test(arguments: [
        "+refs/*:refs/*", "+translations:translations", "refs/heads/*:refs/heads/*",
        "+refs/heads/translations:heads/translations", "+main:translations",
        "+refs/heads/t*:refs/heads/t*",
    ])
    func `those that write the branch are left out and named`(_ refspec: String) throws {
        let chosen = try refspecs(refspec)
        #expect(chosen.texts == [Self.own])
        #expect(chosen.movingBranch == [refspec])
    }

    @Test func `those that write elsewhere are left out`() throws {
        let chosen = try refspecs(
            Self.usual, "+refs/notes/*:refs/notes/*", "main:mirrored", "refs/heads/x:")
        #expect(chosen.texts == [Self.usual, Self.own])
        #expect(chosen.movingBranch == [])
    }

    @Test func `another branch is not kept in the place of this one`() throws {
        #expect(
            try refspecs("+refs/heads/main:refs/remotes/origin/translations").texts == [Self.own])
        #expect(
            try refspecs("+refs/heads/app/*:refs/remotes/origin/*").texts == [Self.own])
    }

    @Test func `negative ones count, but not for the branch`() throws {
        #expect(
            try refspecs(Self.usual, "^refs/heads/x", "^refs/heads/trans*").texts
                == [Self.usual, Self.own, "^refs/heads/x"])
    }

    @Test func `branches that are missing there are left out`() throws {
        var chosen = try refspecs("+refs/heads/main:refs/remotes/origin/main")
        let missing = chosen.removeMissing(from: ["refs/heads/main"])
        #expect(missing.map(\.rawValue) == ["refs/remotes/origin/translations"])
        #expect(chosen.texts == ["+refs/heads/main:refs/remotes/origin/main"])
        var patterns = try refspecs(Self.usual)
        #expect(patterns.removeMissing(from: []).count == 1)
        #expect(patterns.texts == [Self.usual])
    }
}
