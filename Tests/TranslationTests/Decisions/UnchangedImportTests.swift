import Checks
import TestKit
import Testing
import Texts
import Translation

/// A state that counts the strings that it folds.
private final class CountingState: StateReader {
    private let state: EventLogState
    private(set) var units = 0

    init(_ state: EventLogState) { self.state = state }

    var project: Project { state.project }
    func locale(_ tag: LanguageTag) -> LocaleState? { state.locale(tag) }
    func localeTags() -> [LanguageTag] { state.localeTags() }
    func setting(_ name: String) -> SettingState { state.setting(name) }
    func event(_ id: EventID) -> Event? { state.event(id) }
    func locales(of string: StringID) -> [LanguageTag] { state.locales(of: string) }
    func strings(in locale: LanguageTag) -> [StringID] { state.strings(in: locale) }
    func events(of subject: Subject) -> [Event] { state.events(of: subject) }
    func existingStrings() -> [StringID] { state.existingStrings() }

    func unit(_ locale: LanguageTag, _ string: StringID) -> Unit {
        units += 1
        return state.unit(locale, string)
    }

    func proposalLocation(_ id: EventID) -> (locale: LanguageTag, string: StringID)? {
        state.proposalLocation(id)
    }

    func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) -> [Event] { state.events(of: owner, withKeysBeginning: prefix) }
}

/// Imports of unchanged files.
struct UnchangedImportTests {
    private static let strings = (0..<50).map { StringID(section: "default", key: "k\($0)") }

    private static func file(_ locale: LanguageTag, changed: Int? = nil) -> FileImport {
        FileImport(
            locale: locale,
            entries: strings.enumerated().map { index, string in
                let text = index == changed ? "changed" : "\(locale) \(index)"
                return .init(string: string, value: Value(text))
            }, metaName: "po", recordedFormat: "po")
    }

    private static func decide(_ files: [FileImport], _ state: CountingState) throws -> Decision {
        let context = DecisionContext(
            actor: .ravi, guid: nil, at: "2026-11-21T09:30:00.123Z",
            pluralCategories: { _ in PluralCategories(cardinal: ["other"], ordinal: ["other"]) },
            width: { $0.utf8.count }, checks: { _ in Checks.common })
        var clock = EventClock(
            last: nil, now: state.existingStrings().isEmpty ? 1 << 40 : 1 << 41,
            random: SplitMix64(seed: 1))
        return try Translation.decide(
            .importFiles(files), state: state, context: context, clock: &clock)
    }

    /// The decision reads only the record of the file, and folds no strings.
    @Test func foldsNoStrings() throws {
        let first = try Self.decide(
            [Self.file("en"), Self.file("fr")],
            CountingState(EventLogState(project: .app, events: [.language(1)])))
        let state = EventLogState(project: .app, events: [.language(1)] + first.events)
        let again = CountingState(state)
        let decision = try Self.decide([Self.file("en"), Self.file("fr")], again)
        #expect(decision.events.isEmpty && decision.tally.unchanged == 100)
        #expect(again.units == 0)
        // A changed text costs only its own change.
        let changed = CountingState(state)
        #expect(try Self.decide([Self.file("fr", changed: 7)], changed).tally.set == 1)
        #expect(changed.units < 10)
    }
}
