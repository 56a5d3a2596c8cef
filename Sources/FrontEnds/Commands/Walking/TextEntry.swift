import Languages
import Memory
import Texts
import Translation
import Walks
import Workspace

/// A command, typed as a line that begins with a colon.
enum TextCommand {
    case edit, source, keep, empty, skip, back, undo, quit, aside, help
    case comment(String)
    case unknown(String)

    /// Parses a line without its colon.
    init(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.first ?? "" {
        case "e": self = .edit
        case "=": self = .source
        case ".": self = .keep
        case "empty": self = .empty
        case "s": self = .skip
        case "b": self = .back
        case "u": self = .undo
        case "q": self = .quit
        case "Q": self = .aside
        case "?", "h": self = .help
        case "c" where parts.count == 2 && !parts[1].isEmpty: self = .comment(String(parts[1]))
        default: self = .unknown(":\(line)")
        }
    }
}

/// The prompts for a value: one line, or one for each form.
struct TextEntry {
    private let walker: Walker
    private let item: TranslationItem
    private let forms: TextForms?
    private let remembered: RememberedTexts.Matches
    private var rejected: [Value] = []
    private let subject: WalkSubject

    init(
        walker: Walker, item: TranslationItem, forms: TextForms?,
        remembered: RememberedTexts.Matches
    ) {
        self.remembered = remembered
        self.walker = walker
        self.item = item
        self.forms = forms
        subject = .unit(UnitID(item.unit.locale, item.unit.string))
        if case .value(let value)? = walker.walk.plan.draft(on: subject) { rejected = [value] }
    }

    /// The user's input.
    enum Answer {
        case value(Value)
        case command(TextCommand)
        /// The input ended.
        case ended
    }

    /// Keeps a rejected value, so that the user does not have to type it again.
    mutating func remember(_ value: Value) { rejected.insert(value, at: 0) }

    /// Asks for the text form by form.
    ///
    /// Each form is saved to disk before the next prompt. Resumes after the forms that were typed
    /// earlier, at another prompt or in an interrupted walk.
    func read() throws -> Answer {
        guard let forms else { return whole() }
        var texts = typedForms()
        while texts.count < forms.forms.count {
            if texts != typedForms() { try keep(texts) }
            let form = forms.forms[texts.count]
            switch line(form) {
            case .line(let line):
                if line.utf8.isEmpty {
                    // At the first form, an empty line skips the string. At a later form, it keeps
                    // the form's current text.
                    guard !texts.isEmpty else { return .command(.skip) }
                    if let own = present(form) { texts.append(own) } else { tellNeeded() }
                } else if line.utf8.starts(with: "::".utf8) {
                    texts.append(String(decoding: line.utf8.dropFirst(), as: UTF8.self))
                } else if line.utf8.first == UInt8(ascii: ":") {
                    let command = TextCommand(
                        String(decoding: line.utf8.dropFirst(), as: UTF8.self))
                    guard let text = text(for: command, form) else { return .command(command) }
                    texts.append(text)
                } else {
                    texts.append(line)
                }
            case .ended: return .ended
            case .cancelled, .editing: texts = []
            }
        }
        return forms.value(of: texts).map { .value($0) } ?? .command(.skip)
    }

    /// Returns the texts of the first forms from the journal.
    ///
    /// The user is always asked for the last form.
    private func typedForms() -> [String] {
        guard let forms, case .forms(let typed)? = walker.walk.plan.draft(on: subject) else {
            return []
        }
        return zip(forms.forms.dropLast(), typed).prefix { $0.name == $1.name }.map(\.1.text)
    }

    private func keep(_ texts: [String]) throws {
        let names = forms?.forms.map { $0.name ?? "" } ?? []
        let typed = zip(names, texts).map { (name: $0, text: $1) }
        try walker.walk.take([.draft(subject, typed.isEmpty ? nil : .forms(typed))])
    }

    private func present(_ form: TextForms.Form) -> String? {
        item.current.flatMap { forms?.ownText(of: $0.value, for: form) }
    }

    private func tellNeeded() {
        walker.tell(
            "This form needs a text. :s skips the whole string, and :empty stores an empty text.")
    }

    /// Returns the text that a command provides for a single form.
    private func text(for command: TextCommand, _ form: TextForms.Form) -> String? {
        guard let forms, form.name != nil else { return nil }
        return switch command {
        case .source: forms.text(of: item.definition.value, for: form)
        case .keep: present(form)
        case .empty: ""
        default: nil
        }
    }

    /// Reads a command for a tree; the prompt accepts only commands.
    private func whole() -> Answer {
        switch walker.session.terminal.readLine("\(item.unit.locale)> ") {
        case .line(let line) where line.utf8.isEmpty: .command(.skip)
        case .line(let line) where line.utf8.first == UInt8(ascii: ":"):
            .command(TextCommand(String(decoding: line.utf8.dropFirst(), as: UTF8.self)))
        case .line, .cancelled, .editing: .command(.help)
        case .ended: .ended
        }
    }

    private func line(_ form: TextForms.Form) -> LineEditor.Answer {
        let numbers = form.numbers.map { " (\($0))" } ?? ""
        let name = form.name.map { " \(Visible.escaping($0))\(numbers)" } ?? ""
        return walker.session.terminal.readLine(
            "\(item.unit.locale)\(name)> ", suggestions: suggestions(form))
    }

    private func suggestions(_ form: TextForms.Form) -> [String] {
        func texts(_ values: [Value]) -> [String] {
            values.compactMap { forms?.text(of: $0, for: form) }
        }
        let texts =
            texts(rejected + [item.current?.value].compactMap(\.self))
            + remembered[form.name, default: []].map(\.target)
            + texts(
                item.proposals.map(\.proposed.value) + item.others.map(\.value)
                    + [item.definition.value])
        var seen: Set<Value.Text> = []
        return texts.filter { !$0.isEmpty && seen.insert(Value.Text($0)).inserted }
    }

    /// Returns the origin of the suggestion that the user accepted unchanged, or human if there was
    /// none.
    func origin(of value: Value) -> Origin {
        if let proposal = item.proposals.first(where: { $0.proposed.value == value }) {
            return proposal.proposed.origin
        }
        guard let forms else { return .human }
        let isRemembered = forms.forms.allSatisfy { form in
            let text = forms.text(of: value, for: form)
            return remembered[form.name, default: []].contains { $0.target == text }
        }
        return isRemembered ? .memory : .human
    }

    /// Returns the initial contents of the editor.
    ///
    /// This is the rejected or decided text, or the current text. If there is none, it is an empty
    /// text, or the source text if the text has forms.
    func draft(_ decided: Value?) -> Value {
        if let value = rejected.first ?? decided ?? item.current?.value { return value }
        guard let forms else { return item.definition.value }
        return forms.value(
            of: forms.forms.map { form in
                form.name == nil ? "" : forms.text(of: item.definition.value, for: form) ?? ""
            }) ?? Value("")
    }
}
