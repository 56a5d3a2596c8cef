import JSON
import Languages
import Representations
import Translation

/// The messages for refusals and failures.
enum FailureReport {
    static func text(_ refusal: Refusal?, _ error: any Error, _ session: Session) -> String {
        guard let refusal else { return "dragoman: \(Visible.escaping("\(error)"))\n" }
        var lines = ["\(session.errorStyle.red("refused:")) \(Visible.escaping(refusal.message))"]
        let nearest = session.nearest(to: refusal)
        if !nearest.isEmpty {
            lines.append(
                "nearest: \(nearest.map(Visible.escaping).joined(separator: ", "))")
        }
        lines.append("hint: \(Visible.escaping(refusal.hint.typed))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the JSON error for invalid arguments; `name` is the verb's full name.
    static func json(usage message: String, of name: String) -> String {
        let document = JSONValue.usage(
            message, hint: "`\(name) --help` shows the usage.")
        return String(decoding: CanonicalJSON.encode(document), as: UTF8.self) + "\n"
    }

    /// Returns true if the arguments, although invalid, request JSON output.
    static func isWanted(inJSONBy words: [String]) -> Bool {
        // For these verbs, `--format` is the file format, so `--report` selects the output.
        let isOfFiles = words.contains("export") || words.contains("template")
        let option = isOfFiles ? "--report" : "--format"
        let options = words.prefix { $0 != "--" }
        return zip(options, options.dropFirst()).contains { $0 == option && $1 == "json" }
            || options.contains("\(option)=json")
    }

    static func json(_ refusal: Refusal?, _ error: any Error, _ session: Session) -> String {
        let document =
            refusal.map { $0.json(hint: $0.hint.typed, nearest: session.nearest(to: $0)) }
            ?? .defect(error)
        return String(decoding: CanonicalJSON.encode(document), as: UTF8.self) + "\n"
    }
}

extension String {
    /// Returns the sentence, followed by the hint if there is one.
    func adding(_ hint: Refusal.Hint?) -> String { hint.map { "\(self) \($0.typed)" } ?? self }
}
