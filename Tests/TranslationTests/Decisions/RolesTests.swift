import JSON
import Testing
import Texts
import Translation

/// The permissions of people, and the settings that define them.
@Suite struct RolesTests {
    private func roles(_ text: String) throws -> Roles {
        let object = try JSONValue.parse(Array(text.utf8)).objectValue
        return Roles(
            Dictionary(uniqueKeysWithValues: (object?.members ?? []).map { ($0.key, $0.value) }))
    }

    @Test func withoutSettingsEverybodyMayDoEverything() throws {
        let roles = try roles("{}")
        let fr: LanguageTag = "fr"
        #expect(roles.isReviewer(nil, of: fr) && !roles.hasReviewers(of: fr))
        #expect(roles.isMaintainer(nil) && !roles.hasMaintainers)
        #expect(
            !roles.isServer(MailAddress("a@b")) && !roles.isFrozen(fr) && roles.allowsSelfReview)
    }

    @Test func languagesAndTheRestHaveReviewers() throws {
        let roles = try roles(#"{"reviewers":{"fr":["A@b"],"*":["c@d"]}}"#)
        let fr: LanguageTag = "fr"
        let de: LanguageTag = "de"
        #expect(roles.isReviewer("a@B", of: fr) && !roles.isReviewer("c@d", of: fr))
        #expect(roles.isReviewer("c@d", of: de) && !roles.isReviewer("a@b", of: de))
        #expect(!roles.isReviewer(nil, of: de))
    }

    /// Otherwise anyone could change the setting that names the reviewers and become one.
    @Test(arguments: [
        (#"{"maintainers":["m@x"],"reviewers":{"*":["r@x"]}}"#, ["m@x"]),
        (#"{"maintainers":[]}"#, []), (#"{"reviewers":{"*":["r@x"],"fr":["f@x"]}}"#, ["r@x"]),
        (#"{"reviewers":{"fr":["f@x"],"de":["d@x"]}}"#, ["f@x", "d@x"]),
        (#"{"reviewers":{"fr":["f@x"]},"translators":{"*":["d@x"]}}"#, ["f@x"]),
        (#"{"translators":{"*":["r@x"],"fr":["f@x"]}}"#, ["r@x"]),
        (#"{"translators":{"fr":["f@x"],"de":["d@x"]}}"#, ["f@x", "d@x"]),
    ])
    func reviewersStandInForMaintainers(settings: String, maintainers: [String]) throws {
        let roles = try roles(settings)
        #expect(roles.hasMaintainers)
        for email in ["m@x", "r@x", "f@x", "d@x"] {
            #expect(roles.isMaintainer(email) == maintainers.contains(email), "\(email)")
        }
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"maintainers":["m@x"]}"#, nil),
            (#"{"maintainers":["m@x"],"reviewers":{"*":["R@x"]}}"#, ["r@x"]),
            (#"{"maintainers":["m@x"],"reviewers":{"de":["r@x"]}}"#, nil),
            (#"{"maintainers":["m@x"],"translators":{"fr":["t@x"]}}"#, ["m@x"]),
            (#"{"translators":{"fr":["t@x"]}}"#, ["t@x"]), (#"{"reviewers":{"fr":[]}}"#, []),
        ] as [(String, [String]?)])
    func reviewersAreListed(settings: String, reviewers: [String]?) throws {
        let people = try roles(settings).reviewers(of: "fr")
        #expect(people.map { $0.map(\.text).sorted() } == reviewers)
    }

    @Test(arguments: [
        ("mara@example.org", true), ("A.b+c/d@x-y.example", true), ("mara", false), ("@x", false),
        ("a@", false), ("a@b@c", false), ("a b@c", false), ("a@b,c@d", false),
        ("a@b\r\nX: y", false),
        ("\"a\"@b", false), ("á@b", false), (".a@b", false), ("a@b..c", false), ("a@b_c", false),
        ("<a@b>", false), (String(repeating: "a", count: 199) + "@b", false),
    ])
    func plainAddressesAreKnown(text: String, isPlain: Bool) {
        #expect(MailAddress(text).isPlain == isPlain)
    }

    @Test func translatorsSetTextsBesideReviewersAndMaintainers() throws {
        let roles = try roles(
            #"{"maintainers":["m@x"],"reviewers":{"fr":["r@x"]},"translators":{"fr":["T@x"],"de":["d@x"]}}"#
        )
        let fr: LanguageTag = "fr"
        #expect(roles.hasTranslators(of: fr) && !roles.hasTranslators(of: "ja"))
        for email in ["t@x", "r@x", "m@x"] {
            #expect(roles.isTranslator(email, of: fr), "\(email)")
        }
        #expect(!roles.isTranslator("d@x", of: fr) && !roles.isTranslator(nil, of: fr))
        #expect(roles.isTranslator(nil, of: "ja"))
        #expect(!roles.isReviewer("t@x", of: fr))
        #expect(
            try self.roles(#"{"translators":{"*":[],"fr":["t@x"]}}"#).isTranslator("t@x", of: fr))
    }

    /// Otherwise anyone could set a text by proposing and accepting it.
    @Test func maintainersReviewLanguagesThatHaveOnlyTranslators() throws {
        let roles = try roles(#"{"maintainers":["m@x"],"translators":{"fr":["t@x"]}}"#)
        #expect(roles.hasReviewers(of: "fr") && !roles.hasReviewers(of: "de"))
        #expect(roles.isReviewer("m@x", of: "fr") && roles.isReviewer(nil, of: "de"))
        #expect(!roles.isReviewer("t@x", of: "fr") && !roles.isReviewer("x@x", of: "fr"))
        #expect(!roles.isTranslator("x@x", of: "fr"))
    }

    private static let key =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHIqs4ioSHNQRhTAHFIoKkAvq8pZcUKHF1P3tLbnkLQJ"

    @Test func keysBecomeAllowedSigners() throws {
        let value = try JSONValue.parse(
            Array(
                #"{"a@b":["\#(Self.key) comment",{"key":"\#(Self.key)","validAfter":"20260101","validBefore":"20261231235959Z"}]}"#
                    .utf8))
        #expect(
            SigningKey.keys(in: value).map(\.allowedSignersLine) == [
                "a@b namespaces=\"git\" \(Self.key)\n",
                "a@b namespaces=\"git\",valid-after=\"20260101\",valid-before=\"20261231235959Z\" \(Self.key)\n",
            ])
    }

    /// Entries that an allowed-signers file would not read as one person and one key.
    @Test(arguments: [
        #"{"*@b":["KEY"]}"#, #"{"a@b,c@d":["KEY"]}"#, #"{"a@b cert-authority":["KEY"]}"#,
        #"{"!a@b":["KEY"]}"#, #"{"a":["KEY"]}"#, #"{"a@b":"KEY"}"#,
        #"{"a@b":["cert-authority KEY"]}"#,
        #"{"a@b":["KEY\nc@d KEY"]}"#, #"{"a@b":["ssh-ed25519"]}"#,
        #"{"a@b":[{"key":"KEY","until":"x"}]}"#,
        #"{"a@b":[{"key":"KEY","validAfter":"tomorrow\",cert-authority"}]}"#, #"["KEY"]"#,
    ])
    func wrongSignersAreNone(text: String) throws {
        let value = try JSONValue.parse(
            Array(text.replacing("KEY", with: Self.key).utf8))
        #expect(SigningKey.keys(in: value).isEmpty)
    }
}
