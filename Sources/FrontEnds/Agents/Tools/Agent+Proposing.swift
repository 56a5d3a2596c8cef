import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

extension Agent {
    func propose(_ arguments: inout ToolArguments) throws -> AgentStep {
        try offer(&arguments, isSet: false) { report in
            .done(report.json)
        }
    }

    /// Sets texts: proposes them, and takes the proposals over without a review.
    ///
    /// The proposals record that a machine wrote the texts.
    func setTexts(_ arguments: inout ToolArguments) throws -> AgentStep {
        try offer(&arguments, isSet: true) { report in
            let ids = report.proposals
            guard !report.isDryRun, !ids.isEmpty else { return .done(report.json) }
            return .write(
                AgentWrite(.set, right: .review, locales: [report.locale]) { _ in
                    .batch(ids.map { .accept([$0], AcceptOptions(isReview: false)) })
                }
            ) { outcome in
                var report = report
                for item in outcome.leftOut {
                    report.refuse(ids[item.index], with: AgentFailure(item.refusal))
                }
                return .done(report.json)
            }
        }
    }

    /// Checks texts, and proposes those without errors in one commit.
    private func offer(
        _ arguments: inout ToolArguments, isSet: Bool,
        then finish: @escaping @Sendable (OfferReport) throws -> AgentStep
    ) throws -> AgentStep {
        let locale = try arguments.requiredLanguage()
        let texts = try OfferedText.all(&arguments, isSet: isSet, limits)
        let isDryRun = try arguments.flag("dryRun")
        return .read { snapshot in
            guard !isSet || locale != project.source else {
                throw Refusal(
                    .sourceLanguage, "\(locale) is the source language.",
                    hint: "Choose another language; list_languages lists them.")
            }
            var judge = try TextJudge(self, locale, snapshot)
            let report = OfferReport(
                locale: locale, isDryRun: isDryRun, isSet: isSet,
                texts: try texts.map { try judge.judge($0) })
            let sound = report.newTexts
            guard !sound.isEmpty else { return try finish(report) }
            let write = AgentWrite(
                .propose, locales: [locale], isByOwner: true, proposals: sound.count,
                isDryRun: isDryRun
            ) { state in
                .batch(
                    try sound.map { try report.texts[$0].command(in: locale, origin, state) })
            }
            return .write(write) { outcome in
                var report = report
                report.note(outcome, for: sound, in: project)
                return try finish(report)
            }
        }
    }
}

/// The results of proposing several texts.
private struct OfferReport: Sendable {
    let locale: LanguageTag
    let isDryRun: Bool
    let isSet: Bool
    var texts: [JudgedText]
    /// The ids of the proposals, by the index of the text.
    private var made: [Int: EventID] = [:]

    init(locale: LanguageTag, isDryRun: Bool, isSet: Bool, texts: [JudgedText]) {
        self.locale = locale
        self.isDryRun = isDryRun
        self.isSet = isSet
        self.texts = texts
        for (index, text) in texts.enumerated() { made[index] = text.present }
    }

    /// The indexes of the texts that can be proposed, and are not yet.
    var newTexts: [Int] {
        texts.indices.filter { texts[$0].failure == nil && texts[$0].present == nil }
    }

    /// The proposals of the texts, in the order of the call.
    var proposals: [EventID] { texts.indices.compactMap { made[$0] } }

    /// Notes the outcome of the write that proposed the texts with the given indexes.
    mutating func note(_ outcome: Outcome, for indexes: [Int], in project: Project) {
        for item in outcome.leftOut {
            texts[indexes[item.index]].failure = AgentFailure(item.refusal)
        }
        guard !isDryRun else { return }
        for event in outcome.events {
            guard case .proposalMade = event.payload,
                let index = indexes.first(where: { texts[$0].string == event.string(in: project) })
            else { continue }
            made[index] = event.id
        }
    }

    /// Notes that a proposal could not be set.
    mutating func refuse(_ proposal: EventID, with failure: AgentFailure) {
        guard let index = made.first(where: { $0.value == proposal })?.key else { return }
        texts[index].failure = failure
    }

    /// The result of the call: `{"locale", "dryRun"?, "proposed" or "set", "refused", "results"}`,
    /// and `error` if all texts were refused.
    var json: JSONValue {
        let refused = texts.compactMap(\.failure)
        let done = texts.count - refused.count
        return .object { members in
            members.add("locale", locale.rawValue)
            if isDryRun { members.add("dryRun", true) }
            members.add(isSet ? "set" : "proposed", done)
            members.add("refused", refused.count)
            members.add(
                "results",
                .array(
                    texts.indices.map { index in
                        texts[index].json(proposal: made[index])
                    }))
            guard done == 0 else { return }
            let failure =
                refused.count == 1
                ? refused[0]
                : AgentFailure(
                    code: "all-refused", message: "All \(refused.count) texts were refused.",
                    hint: "Each result has the reason. Correct the texts, and call again.")
            members.add("error", failure.json)
        }
    }
}

extension JudgedText {
    /// Returns the command that proposes the text.
    ///
    /// Throws if the source text has changed since the text was checked.
    fileprivate func command(
        in locale: LanguageTag, _ origin: Origin, _ state: any StateReader
    ) throws -> Command {
        guard let string,
            try state.unit(state.project.source, string).definitions.current == definition
        else {
            throw Refusal(
                .changed, "The source text of “\(offered.key.text)” changed meanwhile.",
                hint: "Call again. Nothing was proposed.")
        }
        return .propose(
            locale, string,
            ProposeOptions(value: offered.value, note: offered.note, origin: origin))
    }
}
