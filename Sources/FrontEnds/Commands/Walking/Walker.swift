import Languages
import Translation
import Walks
import Workspace

/// What `review` and `translate` share: the way through a list, questions with one key, and the end.
struct Walker {
    let session: Session
    let workspace: Workspace
    let walk: Walk
    let people: People

    /// What follows from a visit.
    enum Move {
        /// On to the next thing.
        case forward
        /// Back to the one before.
        case back
        /// Nothing to decide here: on in the direction of the way.
        case pass
        /// The walk ends.
        case end(Ending)
    }

    /// How a walk ends.
    enum Ending {
        /// Everything that was decided is committed.
        case commit
        /// What was decided waits for the next walk.
        case aside
        /// Nobody is there any more; everything that was decided is committed.
        case interrupted
    }

    /// Talk goes to standard error, which is a terminal, whatever standard output is.
    var style: Style { session.talkStyle }

    var columns: Int { session.terminal.columns }

    func say(_ text: String) { session.terminal.writeError(text + "\n") }

    /// Shows a sentence that may be longer than a line.
    func tell(_ sentence: String, _ paint: Paint = .plain) {
        for line in PaintedText(sentence, paint).lines(columns: columns, style: style) {
            say(line)
        }
    }

    /// Shows why something was refused.
    func tell(_ refusal: Refusal) {
        tell(refusal.message, .red)
        tell("hint: \(refusal.hint.typed)", .dim)
    }

    /// Visits things from the first that `visit` has something to show of; back from the first one stays there.
    func go(count: Int, from start: Int, visit: (Int) throws -> Move) throws -> Ending {
        var index = start
        var step = 1
        var first: Int?
        while index < count {
            // Behind the first one that was shown there is nothing to go back to.
            guard index >= 0 else {
                (index, step) = (first ?? 0, 1)
                say("This is the first one.")
                continue
            }
            switch try visit(index) {
            case .forward:
                first = min(first ?? index, index)
                (index, step) = (index + 1, 1)
            case .back:
                first = min(first ?? index, index)
                (index, step) = (index - 1, -1)
            case .pass: index += step
            case .end(let ending): return ending
            }
        }
        return .commit
    }

    /// Asks a question that one of `keys` answers, and shows the answer; `nil` where nobody is there any more.
    ///
    /// Of Control and C, Control and D, and a closed terminal, `nil` is the answer, too. On a narrow screen the
    /// question is `short`.
    func ask(_ question: String, short: String? = nil, _ keys: [Character]) -> Character? {
        let visible = keys.filter { $0 != " " }.map(String.init)
        let choices = visible.joined(separator: ",")
        let prompts = [
            "\(question) [\(choices)]? ", "\(short ?? question) [\(choices)]? ",
            "\(short ?? question) [\(visible.joined())]? ",
        ]
        let prompt = prompts.first { DisplayWidth.columns(of: $0) < columns } ?? prompts[2]
        func show() {
            session.terminal.awaitKeys()
            session.terminal.writeError(style.bold(prompt))
        }
        show()
        while true {
            switch session.terminal.readKey() {
            case .character(let scalar):
                let key = Character(scalar)
                guard keys.contains(key) || keys.contains("?") else { continue }
                say(key == " " ? "" : Visible.escaping(String(key)))
                return keys.contains(key) ? key : "?"
            case .control("c"), .control("d"), .hangUp:
                say("")
                return nil
            case .resumed: show()
            default: continue
            }
        }
    }

    /// Asks what is answered by yes or no; `nil` as of ``ask(_:short:_:)``.
    ///
    /// Keys that were pressed before the question was there do not answer it.
    func confirm(_ question: String, short: String? = nil) -> Bool? {
        dropPendingKeys()
        return ask(question, short: short, ["y", "n"]).map { $0 == "y" }
    }

    /// Drops the keys that were pressed before what is on the screen now.
    func dropPendingKeys() {
        session.terminal.awaitKeys()
        session.terminal.dropPendingKeys()
    }

    /// Asks as ``confirm(_:)`` does; a no drops what was typed for a subject, and an interruption keeps it.
    func confirm(_ question: String, orDropDraftOf subject: WalkSubject) throws -> Bool {
        let answer = confirm(question)
        if answer == false { try keep(nil, of: subject) }
        return answer == true
    }

    /// Keeps what was typed for a subject on disk, or forgets what was kept.
    func keep(_ draft: WalkDraft?, of subject: WalkSubject) throws {
        guard draft != nil || walk.plan.draft(on: subject) != nil else { return }
        try walk.take([.draft(subject, draft)])
    }

    /// Shows what keys do.
    func help(_ rows: [(key: String, text: String)]) {
        let width = rows.map { DisplayWidth.columns(of: $0.key) }.max() ?? 0
        for row in rows {
            let key = DisplayWidth.padded(row.key, to: width) + "  "
            let lines = PaintedText(row.text).lines(
                columns: max(columns - width - 2, 8), style: style)
            for (index, line) in lines.enumerated() {
                say(
                    (index == 0 ? style.bold(key) : String(repeating: " ", count: width + 2)) + line
                )
            }
        }
    }
}
