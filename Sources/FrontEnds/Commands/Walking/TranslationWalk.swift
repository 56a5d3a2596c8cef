import Languages
import Machine
import Texts
import Translation
import Walks
import Workspace

/// A walk through texts that are missing or need work, with the prompts of `translate`.
struct TranslationWalk {
    let walker: Walker
    private let units: [UnitID]
    /// Whether texts are proposed instead of set.
    private let proposes: Bool
    private let remembered: RememberedTexts?

    /// Creates a walk through `units`, starting with those decided on in an interrupted walk and
    /// the language's units with drafts.
    init(
        _ walker: Walker, units: [UnitID], in locale: LanguageTag, proposes: Bool,
        remembered: RememberedTexts?
    ) {
        self.walker = walker
        self.proposes = proposes
        self.remembered = remembered
        let plan = walker.walk.plan
        let decided = plan.steps.compactMap { $0.subject.unit }
        let begun = plan.drafts.compactMap { $0.subject.unit }.filter { $0.locale == locale }
        var seen = Set(units)
        self.units = (decided + begun).filter { seen.insert($0).inserted } + units
    }

    private var plan: WalkPlan { walker.walk.plan }

    func run() throws -> Walker.Ending {
        let start = units.firstIndex { plan.decision(on: .unit($0)) == nil }
        return try walker.go(count: units.count, from: start ?? units.count) { index in
            try visit(units[index], position: "(\(index + 1)/\(units.count))")
        }
    }

    private func visit(_ id: UnitID, position: String) throws -> Walker.Move {
        let found = try walker.workspace.read(at: .tip) { try TranslationItem(id, in: $0) }
        guard let item = found else { return .pass }
        let forms = TextForms(of: item.definition.value, in: id.locale)
        let matches =
            try forms.flatMap {
                try remembered?.matches(for: item.unit, item.definition, $0)
            } ?? [:]
        let screen = TranslationScreen(
            item: item, remembered: matches[forms?.forms.last?.name, default: []], plan: plan,
            project: walker.workspace.project,
            now: walker.session.host.now(), style: walker.style, people: walker.people,
            position: position)
        walker.session.terminal.writeError("\n" + screen.text(columns: walker.columns))
        if forms == nil {
            walker.tell("This is a tree of texts: :e opens the editor, := copies the source.", .dim)
        }
        var entry = TextEntry(walker: walker, item: item, forms: forms, remembered: matches)
        while true {
            switch try entry.read() {
            case .value(let value):
                if try take(value, item, entry.origin(of: value)) { return .forward }
                entry.remember(value)
            case .command(let command):
                if let move = try obey(command, item, &entry) { return move }
            case .ended: return .end(.commit)
            }
        }
    }

    /// Executes a command; returns nil if the same string should be asked for again.
    private func obey(
        _ command: TextCommand, _ item: TranslationItem, _ entry: inout TextEntry
    ) throws -> Walker.Move? {
        let id = UnitID(item.unit.locale, item.unit.string)
        switch command {
        case .skip:
            try dropDraft(of: id)
            return .forward
        case .back: return .back
        case .quit: return .end(.commit)
        case .aside: return .end(.aside)
        case .source: if try take(item.definition.value, item) { return .forward }
        case .keep:
            guard let current = item.current else {
                walker.say("There is no current text to keep.")
                return nil
            }
            if try take(current.value, item) { return .forward }
        case .empty: if try take(Value(""), item) { return .forward }
        case .edit:
            let draft = entry.draft(plan.decision(on: .unit(id))?.value)
            guard let value = walker.edited(draft, beside: item.definition) else { return nil }
            if value.isEmptyText {
                walker.say("No text was entered. Use :empty for an empty text.")
            } else if try take(value, item) {
                return .forward
            } else {
                entry.remember(value)
            }
        case .undo:
            try walker.walk.take([.forget(.unit(id))])
            walker.say("Undone. No decision or comment is pending here.")
        case .comment(let text):
            try comment(text, id)
        case .help: help()
        case .unknown(let word):
            walker.tell(
                "Unknown command \(word). To type a text that begins with :, start with ::.")
            help()
        }
        return nil
    }

    /// Decides on a text; returns false if the text is not accepted.
    private func take(
        _ value: Value, _ item: TranslationItem, _ origin: Origin = .human
    ) throws -> Bool {
        let id = UnitID(item.unit.locale, item.unit.string)
        if let current = item.current, current.value == value, !current.isStale {
            walker.say("The text is unchanged.")
            try walker.keep(nil, of: .unit(id))
            return false
        }
        let step = WalkStep(.unit(id), proposes ? .propose(value, origin: origin) : .set(value))
        if let refusal = try walker.walk.refusal(of: step) {
            walker.tell(refusal)
            try walker.keep(nil, of: .unit(id))
            return false
        }
        if walker.tell(try walker.workspace.read { try $0.findings(of: value, in: item.unit) }) {
            try walker.keep(.value(value), of: .unit(id))
            guard try walker.confirm("Use it anyway", orDropDraftOf: .unit(id)) else {
                return false
            }
        }
        try walker.walk.take([.take(step)])
        return true
    }

    private func dropDraft(of id: UnitID) throws {
        guard plan.draft(on: .unit(id)) != nil else { return }
        try walker.keep(nil, of: .unit(id))
        walker.say("Discarded the text that you typed here.")
    }

    private func comment(_ text: String, _ id: UnitID) throws {
        let step = WalkStep(.unit(id), .comment(text))
        if let refusal = try walker.walk.refusal(of: step) { return walker.tell(refusal) }
        try walker.walk.take([.take(step)])
        walker.say("Noted.")
    }

    private func help() {
        walker.help([
            (
                "text",
                "stores the text, including spaces at its ends; :: starts a text with a colon"
            ),
            ("(nothing)", "skips the string, like :s"),
            (
                "up, down",
                "insert a text into the line: the current one, one from the memory, a proposal, or one in another language"
            ),
            (":e", "opens the editor, for example to enter several lines"),
            (":=", "copies the source text"),
            (":.", "keeps the current text, which is right for the new source"),
            (":empty", "stores an empty text, to show nothing"),
            (":c TEXT", "comments on the string"), (":b", "goes back to the previous one"),
            (":u", "undoes decisions and comments here"),
            (
                ":q",
                "quits and commits the decisions, like Ctrl-C and Ctrl-D; unfinished texts are kept"
            ),
            (":Q", "quits without a commit; the next translate resumes"),
            (":?", "shows this help"),
        ])
    }
}
