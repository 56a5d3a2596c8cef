import Languages
import Translation
import Walks

extension Session {
    /// Asks a question that is answered with one of `keys`, and shows the answer.
    ///
    /// On a narrow screen, asks the question `short`. Returns nil if Control-C, Control-D or a
    /// closed terminal ended the input.
    func ask(_ question: String, short: String? = nil, _ keys: [Character]) -> Character? {
        let visible = keys.filter { $0 != " " }.map(String.init)
        let choices = visible.joined(separator: ",")
        let prompts = [
            "\(question) [\(choices)]? ", "\(short ?? question) [\(choices)]? ",
            "\(short ?? question) [\(visible.joined())]? ",
        ]
        let prompt = prompts.first { DisplayWidth.columns(of: $0) < terminal.columns } ?? prompts[2]
        func show() {
            terminal.awaitKeys()
            terminal.writeError(talkStyle.bold(prompt))
        }
        show()
        while true {
            switch terminal.readKey() {
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

    /// Asks for the reason of a rejection; returns nil if none was entered.
    func askForReason() -> RejectionReason? {
        tell(
            "Enter a text, word:text, or one of \(ReasonCode.known.joined(separator: ", ")).", .dim)
        guard case .line(let line) = terminal.readLine("Reason> ") else { return nil }
        return RejectionReason(line)
    }

    /// Shows a sentence, wrapped if necessary.
    func tell(_ sentence: String, _ paint: Paint = .plain) {
        for line in PaintedText(sentence, paint).lines(columns: terminal.columns, style: talkStyle)
        {
            say(line)
        }
    }

    /// Discards keys that were pressed before the current screen appeared.
    func dropPendingKeys() {
        terminal.awaitKeys()
        terminal.dropPendingKeys()
    }
}
