import Languages
import Texts
import Translation
import Words
import Workspace

/// The history of a string's texts for display: newest first, each with the changed words.
struct TextHistoryText {
    private let history: TextHistory
    private let project: Project
    private let style: Style
    private let people: People

    init(_ history: TextHistory, _ project: Project, _ style: Style, _ names: BoundNames) {
        let shown = history.texts.flatMap {
            [$0.author, $0.reviewer, $0.event.actor, $0.proposal?.actor] + $0.remarks.map(\.actor)
        }
        let sources = history.steps.compactMap { step -> Actor? in
            if case .source(let change) = step { change.event.actor } else { nil }
        }
        people = People(names, among: shown.compactMap(\.self) + sources)
        self.history = history
        self.project = project
        self.style = style
    }

    var text: String {
        let title = Visible.escaping(history.string.spelled(in: project))
        var all = [style.bold("\(history.locale) \(title)")]
        for step in history.steps {
            switch step {
            case .text(let text): all += lines(text)
            case .source(let change): all += lines(change)
            }
        }
        return all.map { $0 + "\n" }.joined()
    }

    private func heading(_ event: Event, _ what: String) -> String {
        "\(style.yellow(event.id.description)) \(style.dim(EventTime(event).text)) \(what)"
    }

    // MARK: Texts

    private func lines(_ step: TextStep) -> [String] {
        [heading(step.event, phrase(step)), "    \(body(step))"]
            + details(step).map { "    \($0)" }
    }

    private func phrase(_ step: TextStep) -> String {
        let who = people.shown(step.author, or: step.tester)
        let standing: String? =
            switch step.standing {
            case .counts: style.green("in effect")
            case .loses: style.red("loses a conflict")
            case .undone(let undoer): style.red("reverted by \(undoer)")
            case .former: nil
            }
        var parts = [who]
        if let reviewer = step.reviewer {
            let accepted =
                if case .proposalAccepted = step.event.payload { true } else { false }
            parts.append(
                "\(accepted ? "accepted" : "reviewed") by \(people.shown(reviewer))")
        }
        if step.string != history.string {
            parts.append("as \(Visible.escaping(step.string.spelled(in: project)))")
        }
        return (parts + [standing].compactMap(\.self)).joined(separator: ", ")
    }

    private func body(_ step: TextStep) -> String {
        switch (step.before, step.value) {
        case (let before?, let value?):
            ValueText.difference(from: before, to: value, style: style)
        case (nil, let value?): shown(value)
        case (let before?, nil): style.removed(shown(before))
        case (nil, nil): style.dim("no text")
        }
    }

    private func details(_ step: TextStep) -> [String] {
        var details: [String] = []
        if let id = step.event.copies {
            details.append("copied from \(id) by \(step.event.who(people))")
        }
        if let proposal = step.proposal {
            let marked =
                step.proposed.flatMap { proposed in
                    step.value.map {
                        ", edited: "
                            + ValueText.difference(from: proposed, to: $0, style: style)
                    }
                } ?? ""
            details.append("proposed by \(proposal.who(people)), \(proposal.id)\(marked)")
            if case .proposalMade(let proposed) = proposal.payload, let note = proposed.note {
                details.append("note: \(Visible.escaping(note))")
            }
        }
        for remark in step.remarks {
            let isFlag = if case .translationFlagged = remark.payload { true } else { false }
            let reason = EventWords(remark).reason.map { ": " + Visible.escaping($0) } ?? ""
            let word = isFlag ? style.yellow("flagged") : "vouched for"
            details.append("\(word) by \(remark.who(people)), \(EventTime(remark).text)\(reason)")
        }
        return details
    }

    // MARK: The source

    private func lines(_ change: SourceChange) -> [String] {
        let body =
            switch (change.before, change.value) {
            case (let before?, let value?):
                ValueText.difference(from: before, to: value, style: style)
            case (nil, let value?): shown(value)
            case (_, nil): style.removed("the string")
            }
        let what = "\(change.event.who(people)), \(style.cyan("source \(project.source)"))"
        return [heading(change.event, what), "    \(body)"]
    }

    private func shown(_ value: Value) -> String { Visible.escaping(ValueText.inline(value)) }
}
