import Languages
import Translation
import Walks
import Workspace

/// The shared parts of `review` and `translate`: moving through a list, single-key questions, and
/// ending the walk.
struct Walker {
    let session: Session
    let workspace: Workspace
    let walk: Walk
    let people: People

    /// The next move after a visit.
    enum Move {
        /// To the next item.
        case forward
        /// To the previous item.
        case back
        /// Nothing to decide here: continue in the same direction.
        case pass
        /// End the walk.
        case end(Ending)
    }

    /// The way in which a walk ends.
    enum Ending {
        /// Commit all decisions.
        case commit
        /// Keep the decisions for the next walk.
        case aside
        /// The input ended.
        ///
        /// Commit all decisions.
        case interrupted
    }

    /// The style of the dialogue, which uses standard error, because standard output may be a file.
    var style: Style { session.talkStyle }

    var columns: Int { session.terminal.columns }

    func say(_ text: String) { session.terminal.writeError(text + "\n") }

    /// Shows a sentence, wrapped if necessary.
    func tell(_ sentence: String, _ paint: Paint = .plain) {
        session.tell(sentence, paint)
    }

    /// Shows a refusal.
    func tell(_ refusal: Refusal) {
        tell(refusal.message, .red)
        tell("hint: \(refusal.hint.typed)", .dim)
    }

    /// Visits the items, beginning at `start`; going back from the first visited item visits it
    /// again.
    func go(count: Int, from start: Int, visit: (Int) throws -> Move) throws -> Ending {
        var index = start
        var step = 1
        var first: Int?
        while index < count {
            // There is nothing before the first item that was shown.
            guard index >= 0 else {
                (index, step) = (first ?? 0, 1)
                say("This is the first item.")
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

    /// Asks a question that is answered with one of `keys`, as ``Session/ask(_:short:_:)`` does.
    func ask(_ question: String, short: String? = nil, _ keys: [Character]) -> Character? {
        session.ask(question, short: short, keys)
    }

    /// Asks a yes-or-no question.
    ///
    /// Returns nil in the same cases as ``ask(_:short:_:)``. Discards keys that were pressed before
    /// the question appeared.
    func confirm(_ question: String, short: String? = nil) -> Bool? {
        dropPendingKeys()
        return ask(question, short: short, ["y", "n"]).map { $0 == "y" }
    }

    /// Discards keys that were pressed before the current screen appeared.
    func dropPendingKeys() { session.dropPendingKeys() }

    /// Asks like ``confirm(_:short:)``; “no” discards the subject's draft, and an interruption
    /// keeps it.
    func confirm(_ question: String, orDropDraftOf subject: WalkSubject) throws -> Bool {
        let answer = confirm(question)
        if answer == false { try keep(nil, of: subject) }
        return answer == true
    }

    /// Stores the draft on a subject on disk; nil discards it.
    func keep(_ draft: WalkDraft?, of subject: WalkSubject) throws {
        guard draft != nil || walk.plan.draft(on: subject) != nil else { return }
        try walk.take([.draft(subject, draft)])
    }

    /// Shows a list of keys and their functions.
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
