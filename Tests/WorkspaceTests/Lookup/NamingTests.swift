import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The interpretation of command-line arguments as strings and events.
@Suite struct NamingTests {
    private static func project(_ strings: [(String, String)]) throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject()
        let workspace = try sandbox.open("app")
        let entries = strings.map {
            FileEntry(string: StringID(section: $0.0, key: $0.1), value: Value("x"))
        }
        _ = try workspace.perform(
            "import",
            .importFiles([FileImport(locale: workspace.project.source, entries: entries)]))
        return (sandbox, workspace)
    }

    private static let strings = [
        ("default", "login"), ("auth", "login"), ("auth", "login:title"), ("default", "at: noon"),
        ("default", "both:ways"), ("both", "ways"), ("default", ":odd"), ("default", "auth:only"),
    ]

    private static let readings: [(String, String?, String, String)] = [
        // An exact key of the default section, even with a colon.
        ("login", nil, "default", "login"), ("at: noon", nil, "default", "at: noon"),
        ("auth:only", nil, "default", "auth:only"),
        // Split at the first colon, if the section exists.
        ("auth:login", nil, "auth", "login"), ("auth:login:title", nil, "auth", "login:title"),
        ("auth:new", nil, "auth", "new"), ("nowhere:new", nil, "default", "nowhere:new"),
        ("auth:", nil, "default", "auth:"), ("login:x", nil, "default", "login:x"),
        // A leading colon means the default section.
        (":both:ways", nil, "default", "both:ways"), (":auth:login", nil, "default", "auth:login"),
        ("::odd", nil, "default", ":odd"), (":login", nil, "default", "login"),
        // A combining mark does not hide the colon before it.
        (":\u{301}x", nil, "default", "\u{301}x"), ("auth:\u{301}x", nil, "auth", "\u{301}x"),
        // With a section given, the key is literal.
        ("both:ways", "auth", "auth", "both:ways"), (":odd", "default", "default", ":odd"),
        ("ways", "both", "both", "ways"), ("login", "", "default", "login"),
        ("login", "translation", "default", "login"), ("x", "new", "new", "x"),
    ]

    @Test func aKeyNamesOneString() throws {
        let (_, workspace) = try Self.project(Self.strings)
        try workspace.read { (snapshot) throws in
            for (text, section, expected, key) in Self.readings {
                let string = try snapshot.string(KeyArgument(text, section: section))
                #expect(string == StringID(section: expected, key: key), "\(text) gives \(string)")
            }
        }
    }

    @Test func twoStringsAreRefusedWithBothSpellings() throws {
        let (_, workspace) = try Self.project(Self.strings)
        try workspace.read { (snapshot) throws in
            let refusal = try #require(throws: Refusal.self) {
                try snapshot.string(KeyArgument("both:ways"))
            }
            #expect(refusal.code == .ambiguousKey)
            #expect(
                refusal.hint.typed
                    == "Write “:both:ways” for one, and “-s both ways” for the other.")
            #expect(refusal.hint.alternatives == [":both:ways", "-s both ways"])
            #expect(try snapshot.string(KeyArgument(":both:ways")).section == "default")
            #expect(
                try snapshot.string(KeyArgument("ways", section: "both")).section == "both")
        }
    }

    @Test func aRemovedStringNoLongerCounts() throws {
        let (_, workspace) = try Self.project(Self.strings)
        _ = try workspace.perform(
            "remove",
            .removeString(StringID(section: "default", key: "both:ways")))
        let string = try workspace.read { try $0.string(KeyArgument("both:ways")) }
        #expect(string == StringID(section: "both", key: "ways"))
    }

    @Test func keysAreComparedByBytes() throws {
        let (_, workspace) = try Self.project([("default", "K\u{E4}se:x"), ("Ka\u{308}se", "x")])
        try workspace.read { (snapshot) throws in
            #expect(
                try snapshot.string(KeyArgument("K\u{E4}se:x"))
                    == StringID(section: "default", key: "K\u{E4}se:x"))
            #expect(
                try snapshot.string(KeyArgument("Ka\u{308}se:x"))
                    == StringID(section: "Ka\u{308}se", key: "x"))
        }
    }

    // MARK: Ids

    /// Returns an event with a chosen id.
    private static func line(_ id: String, _ key: String) -> String {
        "{\"v\":1,\"id\":\"\(id)\",\"type\":\"proposal.made\",\"at\":\"2026-01-01T00:00:00.000Z\","
            + "\"locale\":\"fr\",\"key\":\"\(key)\",\"value\":\"v\",\"guid\":\"G\(key)\"}\n"
    }

    private static let ids = [
        "01JD000000000000000000ABCD", "01JD0000000000000000ZZABCE", "01KE000000000000000000ABCD",
    ]

    private static func withKnownIDs() throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject()
        try sandbox.clone("app", to: "work")
        for (index, id) in ids.enumerated() {
            try sandbox.write(line(id, "k\(index)"), to: "work/events/fr/0/0/\(id).jsonl")
        }
        try sandbox.git("add", ".", in: "work")
        try sandbox.git("commit", "-q", "-m", "by hand", in: "work")
        return (sandbox, try sandbox.open("work"))
    }

    private static let fragments: [(String, Int)] = [
        (ids[0], 0), ("01KE", 2), ("01ke0", 2), ("ABCE", 1), ("zzabce", 1),
        ("01JD000000000000000000", 0),
    ]

    @Test func aUniqueBeginningOrEndIsEnough() throws {
        let (_, workspace) = try Self.withKnownIDs()
        try workspace.read { (snapshot) throws in
            for (fragment, index) in Self.fragments {
                #expect(try snapshot.proposal(fragment).description == Self.ids[index])
                #expect(try snapshot.event(fragment).description == Self.ids[index])
            }
        }
    }

    private static let refused: [(String, Refusal.Code)] = [
        ("01JD", .ambiguousID), ("ABCD", .ambiguousID), ("ABC", .unknownID),
        ("", .unknownID), ("AB CD", .unknownID), ("ABC%", .unknownID), ("ÄBCD", .unknownID),
        ("01JD000000000000000000ABCDE", .unknownID), ("QQQQ", .unknownProposal),
        ("0000", .unknownProposal),
    ]

    @Test func otherFragmentsAreRefused() throws {
        let (_, workspace) = try Self.withKnownIDs()
        try workspace.read { (snapshot) throws in
            for (fragment, code) in Self.refused {
                let refusal = try #require(throws: Refusal.self, "\(fragment)") {
                    try snapshot.proposal(fragment)
                }
                #expect(refusal.code == code, "\(fragment)")
                if code == .ambiguousID { #expect(refusal.nearest.count == 2) }
            }
        }
    }
}
