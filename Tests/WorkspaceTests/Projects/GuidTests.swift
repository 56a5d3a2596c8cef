import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@Suite struct GuidTests {
    /// Computed with `printf 'PROJECT\0GUID' | sha256sum`; the first 130 bits are written in
    /// Crockford's base32.
    @Test(arguments: [
        ("guid-of-ines", "FA09VEC199A0VEN36AZ9H5G2FA"), ("\u{E9}", "4T129HBAESVDQJG0J05R8PKBXY"),
        ("", "D66XZC5W2A7Q3JJ74B67Q1TPAW"),
    ])
    func aHashIsOfProjectAndGuid(guid: String, hash: String) throws {
        let project = Project(
            id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: try #require(LanguageTag("en")))
        #expect(HashedGuid(guid: guid, project: project).rawValue == hash)
    }

    @Test func guidsDifferByProjectAndByBytes() throws {
        let english = try #require(LanguageTag("en"))
        let one = Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: english)
        let other = Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGJ", source: english)
        #expect(HashedGuid(guid: "x", project: one) != HashedGuid(guid: "x", project: other))
        #expect(
            HashedGuid(guid: "\u{E9}", project: one) != HashedGuid(guid: "e\u{301}", project: one))
    }

    @Test(arguments: 0..<50)
    func aMadeGuidIsAUUIDOfVersion4(seed: Int) {
        var random = SplitMix64(seed: seed)
        let guid = Guid.random(using: &random)
        let parts = guid.split(separator: "-").map(Array.init)
        #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
        #expect(parts.joined().allSatisfy { "0123456789abcdef".contains($0) })
        #expect(parts[2].first == "4")
        #expect(parts[3].first.map { "89ab".contains($0) } == true)
    }

    @Test func whereAGuidComesFrom() throws {
        let sandbox = try Sandbox.withProject()
        let host = sandbox.host(in: "app", environment: ["DRAGOMAN_GUID": ""])
        let workspace = try Workspace.open(".", host: host)
        #expect(try workspace.guid(nil, creating: false) == nil)
        let made = try #require(try workspace.guid(nil, creating: true))
        #expect(try workspace.guid(nil, creating: false) == made)
        #expect(try sandbox.git("config", "dragoman.guid", in: "app") == made + "\n")
        #expect(try sandbox.open("app", guid: "mine").guid(nil, creating: false) == "mine")
        #expect(try sandbox.open("app", guid: "mine").guid("given", creating: false) == "given")
        #expect(throws: Refusal.self) { try workspace.guid("", creating: true) }
        #expect(throws: Refusal.self) {
            try workspace.guid(String(repeating: "x", count: 201), creating: true)
        }
    }
}
