import JSON
import Testing
import Texts
import Translation
import Words

/// Changes of channels are described as such, not as settings.
@Suite struct ChannelWordsTests {
    private static let commit = String(repeating: "a1", count: 20)

    private static func words(_ value: JSONValue?, tag: String? = nil) throws -> EventWords {
        let event = Event(
            id: EventID(milliseconds: 1, random: (0, 0)), at: "2026-11-21T09:30:00.000Z",
            actor: nil, locale: try #require(LanguageTag("en")), string: nil,
            payload: .settingChanged(name: "channel.production", value: value))
        return EventWords(event, releaseName: { tag ?? ChannelWords.shortID($0) })
    }

    private static func facts(_ words: EventWords) -> [String] {
        words.facts.compactMap { if case .words(let words) = $0 { words } else { nil } }
    }

    @Test func aReleaseIsNamedByItsTagOrCommit() throws {
        let channel = ReleaseChannel(
            commit: Self.commit, sequence: 8, appVersions: AppVersionRange(">=1 <2"),
            profiles: ["ios", "web"])
        let tagged = try Self.words(channel.json, tag: "v1.4")
        #expect(tagged.headline == "pointed production to v1.4")
        #expect(
            Self.facts(tagged) == [
                "sequence 8, app versions >=1 <2, profiles ios, web, not signed"
            ])
        #expect(try Self.words(channel.json).headline == "pointed production to a1a1a1a1a1a1")
    }

    @Test func otherValuesAreDescribedToo() throws {
        let removed = try Self.words(nil)
        #expect(removed.headline == "removed the channel production" && removed.icon == .deleted)
        let unreadable = try Self.words(.string("v1.4"))
        #expect(
            unreadable.headline == "gave the channel production a value that cannot be read")
        #expect(Self.facts(unreadable) == ["\"v1.4\""])
    }
}
