import HTTPTypes
import Machine
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The answer to “What did the app say?”: the text in the release of a channel at some time.
struct SaidText: Sendable {
    let channel: String
    /// The time as typed, or empty for the present.
    let at: String
    var answer: StringContent.Said.Answer?
    /// The reason why there is no answer.
    var problem: Problem?
}

extension PageCall {
    /// Returns the text that apps of a channel got, or nil if the address does not ask for it.
    func saidText(_ argument: KeyArgument, in locale: LanguageTag) async throws -> SaidText? {
        guard let channel = query["channel"]?.trimmed, !channel.isEmpty else { return nil }
        var said = SaidText(channel: channel, at: query["at"]?.trimmed ?? "")
        do {
            let time =
                said.at.isEmpty ? nil : try Timestamp.span(of: said.at, now: now).upperBound
            let (release, string, words) = try await project.read { snapshot in
                let release = try snapshot.release(of: channel, at: time)
                let cards = try ChannelCards(self, in: snapshot)
                let change = cards.change(release.event)
                return (
                    release, try snapshot.string(argument),
                    wording(
                        "said.answer",
                        [
                            "channel": channel, "release": cards.name(of: release.release.commit),
                            "number": String(release.release.sequence), "name": change.who,
                            "when": change.when.words,
                        ])
                )
            }
            said.answer = try await project.readSlowly(at: release.moment, locales: [locale]) {
                snapshot in try answer(string, locale, words, in: snapshot)
            }
        } catch {
            let problem = Problem(catching: error)
            guard problem.status.code < 500 else { throw error }
            said.problem = problem
        }
        return said
    }

    private func answer(
        _ string: StringID, _ locale: LanguageTag, _ words: String, in snapshot: Snapshot
    ) throws -> StringContent.Said.Answer {
        let unit = try snapshot.model.unit(locale, string)
        let definition =
            try snapshot.model.exists(string) ? unit.definitions.currentDefinition : nil
        guard let definition, try snapshot.hasLocale(locale) else {
            return .init(
                words: words, text: nil, from: nil,
                nothing: definition == nil
                    ? wording("said.noString") : wording("said.noLanguage"))
        }
        let runs = TextRuns(
            showsAll: Preferences(context).showsAll,
            notations: definition.notations(in: try snapshot.placeholderNotations))
        let own = locale == snapshot.project.source ? definition.value : unit.text?.value
        let inherited = own == nil ? try snapshot.model.inheritedText(locale, string) : nil
        let value = own ?? inherited?.value
        return .init(
            words: words,
            text: value.map {
                TextView(inherited?.locale ?? locale, runs).full($0, source: definition.value)
            }, from: inherited?.locale.rawValue,
            nothing: value == nil ? wording("said.noText") : nil)
    }
}

extension UnitValues {
    /// Returns the form “What did the app say?”, or nil if the project has no channels.
    func saidForm(_ said: SaidText?) throws -> StringContent.Said? {
        // Removed channels follow the others.
        var names = try snapshot.channels().map(\.name)
        names += try snapshot.channelHistories().map(\.name).filter { !names.contains($0) }
        guard !names.isEmpty || said != nil else { return nil }
        if let said, !names.contains(said.channel) { names.append(said.channel) }
        return .init(
            action: call.path(locale) + "/string", section: unit.string.section,
            key: unit.string.key,
            channels: names.map {
                Choice(value: $0, label: $0, selected: $0 == said?.channel)
            }, at: said?.at ?? "",
            error: said?.problem.map { FieldError(id: "said-at", $0, call.wording) },
            answer: said?.answer)
    }
}
