import JSON
import Testing
import Texts
import Translation

/// Channels: their names, their values, and their sequence numbers.
struct ChannelTests {
    private static let first = String(repeating: "a1", count: 20)
    private static let second = String(repeating: "b2", count: 20)
    private static let signature =
        "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n"

    private static func value(
        _ sequence: Int64, of commit: String = first, signature: String? = nil
    ) -> JSONValue {
        ReleaseChannel(commit: commit, sequence: sequence, signature: signature).json
    }

    private static func point(_ value: JSONValue?, _ name: String = "channel.beta") -> Command {
        .changeSetting(name: name, value: value, isForced: false)
    }

    private static let pointed: [Event] = [.setting(1, "channel.beta", value(7))]
    private static let rolledBack =
        pointed + [.setting(2, "channel.beta", value(8, of: second, signature: signature), base: 1)]
    private static let unreadable: [Event] = [
        .setting(
            1, "channel.beta",
            .object {
                $0.add("commit", "v1")
                $0.add("sequence", 90)
            })
    ]
    private static let removed = rolledBack + [.setting(3, "channel.beta", nil, base: 2)]
    /// Two people pointed the channel at the same time.
    private static let conflict: [Event] = [
        .setting(1, "channel.beta", value(7)), .setting(2, "channel.beta", value(7, of: second)),
    ]
    private static let foreign: [Event] = [.setting(1, "maintainers", ["otto@example.org"])]

    private static func changed(_ value: JSONValue, _ rest: String = "") -> DecisionCase.Outcome {
        let text = String(decoding: CanonicalJSON.encode(value), as: UTF8.self)
        return .events(["setting.changed en name=channel.beta value=\(text)\(rest)"])
    }

    static let cases: [DecisionCase] = [
        DecisionCase("the first release", when: point(value(1)), then: changed(value(1))),
        DecisionCase(
            "a higher number", given: pointed, when: point(value(8, of: second)),
            then: changed(value(8, of: second), " base=#1")),
        DecisionCase(
            "the same value again", given: pointed, when: point(value(7)), then: .events([])),
        DecisionCase(
            "the same number for another release", given: pointed,
            when: point(value(7, of: second)),
            then: .refused(.invalidValue)),
        DecisionCase(
            "a lower number than one before a removal", given: removed, when: point(value(8)),
            then: .refused(.invalidValue)),
        DecisionCase(
            "after a removal", given: removed, when: point(value(9)),
            then: changed(value(9), " base=#3")),
        DecisionCase(
            "after a value that cannot be read", given: unreadable, when: point(value(1)),
            then: changed(value(1), " base=#1")),
        DecisionCase(
            "a removal", given: pointed, when: point(nil),
            then: .events(["setting.changed en name=channel.beta base=#1"])),
        DecisionCase(
            "a revert, which is another release", given: rolledBack,
            when: .revert(RevertOptions(events: [.number(2)])),
            then: changed(value(9), " base=#2 undoes=[#2]")),
        DecisionCase(
            "a revert of the first release", given: pointed,
            when: .revert(RevertOptions(events: [.number(1)])),
            then: .events(["setting.changed en name=channel.beta base=#1 undoes=[#1]"])),
        DecisionCase(
            "one side of a conflict", given: conflict, when: .keep([.number(1)]),
            then: changed(value(7), " base=#2 over=[#1] copies=#1")),
        DecisionCase(
            "a release after a conflict", given: conflict, when: point(value(8)),
            then: changed(value(8), " base=#2 over=[#1]")),
        DecisionCase(
            "by somebody who is no maintainer", given: foreign, when: point(value(1)),
            then: .refused(.notMaintainer)),
        DecisionCase(
            "a conflict of settings, by somebody who is no maintainer",
            given: foreign
                + conflict.map {
                    var event = $0
                    event.id = .number($0.id == .number(1) ? 2 : 3)
                    return event
                }, when: .keep([.number(2)]), then: .refused(.notMaintainer)),
        DecisionCase(
            "a name that addresses use", when: point(value(1), "channel.latest"),
            then: .refused(.invalidValue)),
        DecisionCase(
            "a name with a capital letter", when: point(value(1), "channel.Beta"),
            then: .refused(.invalidValue)),
    ]

    @Test(arguments: cases) func channelsAreDecided(_ example: DecisionCase) throws {
        try example.check()
    }

    @Test(arguments: [
        "{}", "[]", "{\"commit\":\"v1.4\",\"sequence\":1}",
        "{\"commit\":\"\(first)\"}", "{\"commit\":\"\(first)\",\"sequence\":0}",
        "{\"commit\":\"\(first)\",\"sequence\":1.5}",
        "{\"commit\":\"\(first)\",\"sequence\":9007199254740992}",
        "{\"commit\":\"\(first)\",\"sequence\":1,\"colour\":\"red\"}",
        "{\"commit\":\"\(first)\",\"sequence\":1,\"appVersions\":\"new\"}",
        "{\"commit\":\"\(first)\",\"sequence\":1,\"appVersions\":\">=5 <3\"}",
        "{\"commit\":\"\(first)\",\"sequence\":1,\"profiles\":\"ios\"}",
        "{\"commit\":\"\(first)\",\"sequence\":1,\"signature\":\"no\"}",
    ])
    func malformedValuesAreRefused(text: String) throws {
        let value = try JSONValue.parse(Array(text.utf8))
        #expect(ReleaseChannel(stored: value) == nil)
        try DecisionCase(text, when: Self.point(value), then: .refused(.invalidValue)).check()
    }

    /// Apps load a release only if its number is higher than that of the release they have.
    @Test(arguments: [(7, true), (8, true), (6, false)])
    func appsThatKeepTheOtherSideAreMentioned(other: Int64, isMentioned: Bool) throws {
        let events: [Event] = [
            .setting(1, "channel.beta", Self.value(7)),
            .setting(2, "channel.beta", Self.value(other, of: Self.second)),
        ]
        let decision = try DecisionCase.decide(
            .keep([.number(1)]), EventLogState(project: .app, events: events), by: .ravi,
            guid: .second)
        #expect(decision.notices.count == (isMentioned ? 1 : 0), "\(decision.notices)")
    }

    @Test func aValueSurvivesItsJSON() {
        let channel = ReleaseChannel(
            commit: Self.first, sequence: 3, appVersions: AppVersionRange(">=1 <2"),
            profiles: ["ios"], signature: Self.signature)
        #expect(channel.appVersions != nil)
        #expect(ReleaseChannel(stored: channel.json) == channel)
        #expect(
            ReleaseChannel(stored: Self.value(1)) == ReleaseChannel(commit: Self.first, sequence: 1)
        )
    }
}
