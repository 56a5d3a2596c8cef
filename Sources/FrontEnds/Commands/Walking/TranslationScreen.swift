import Checks
import Languages
import Memory
import Texts
import Translation
import Walks
import Workspace

/// The screen that shows a string to a translator.
struct TranslationScreen {
    let item: TranslationItem
    let remembered: [MemoryMatch]
    let plan: WalkPlan
    let project: Project
    let now: Int64
    let style: Style
    let people: People
    let position: String

    func text(columns: Int) -> String {
        let unit = item.unit
        var screen = Screen(
            UnitTitle(unit.locale, unit.string, in: project, position: position).text)
        SourceFields(definition: item.definition, former: item.formerSource, style: style)
            .add(to: &screen)
        screen.add("Holders", item.definition.placeholders.map { PaintedText(Self.words(for: $0)) })
        screen.add("Terms", item.terms.map { PaintedText("\($0.source): \($0.target)") })
        screen.add(remembered: remembered)
        for other in item.others {
            screen.add(other.locale.rawValue, ValueLines.lines(other.value, .dim))
        }
        addCurrent(to: &screen)
        screen.add(comments: item.comments, now: now, people)
        screen.add("Proposed", proposals: item.proposals, people)
        addPlan(to: &screen)
        return screen.text(columns: columns, style: style)
    }

    private func addCurrent(to screen: inout Screen) {
        guard let text = item.current else {
            return screen.add("Current", "missing", .red)
        }
        screen.add("Current", ValueLines.lines(text.value))
        if text.isStale {
            screen.add("Stale", "the source text has changed since", .yellow)
        }
        if text.isFlagged {
            screen.add("Flagged", item.flagReason ?? "needs work", .yellow)
        }
    }

    private func addPlan(to screen: inout Screen) {
        let subject = WalkSubject.unit(UnitID(item.unit.locale, item.unit.string))
        screen.add("You said", plan.comments(on: subject).map { PaintedText($0) })
        if case .forms(let forms)? = plan.draft(on: subject) {
            screen.add(
                "Typed",
                forms.map { PaintedText("\($0.name): \($0.text)", .yellow) })
        } else if case .value(let value)? = plan.draft(on: subject) {
            screen.add("Not saved", ValueLines.lines(value, .yellow))
        }
        guard let value = plan.decision(on: subject)?.value else { return }
        screen.add("Decided", ValueLines.lines(value, .green))
    }

    private static func words(for placeholder: Definition.Placeholder) -> String {
        let example = placeholder.example.map { ", such as \($0)" } ?? ""
        return "\(placeholder.name): \(placeholder.type)\(example)"
    }
}
