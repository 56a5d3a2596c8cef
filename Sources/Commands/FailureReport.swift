import JSON
import Languages
import Representations
import Translation

/// What the user reads when something is refused, or failed.
enum FailureReport {
    static func text(_ refusal: Refusal?, _ error: any Error, _ session: Session) -> String {
        guard let refusal else { return "dragoman: \(Visible.escaping("\(error)"))\n" }
        var lines = ["\(session.errorStyle.red("refused:")) \(Visible.escaping(refusal.message))"]
        let nearest = session.nearest(to: refusal)
        if !nearest.isEmpty {
            lines.append(
                "nearest: \(nearest.map(Visible.escaping).joined(separator: ", "))")
        }
        lines.append("hint: \(Visible.escaping(refusal.hint.onCommandLine))")
        return lines.joined(separator: "\n") + "\n"
    }

    static func json(_ refusal: Refusal?, _ error: any Error, _ session: Session) -> String {
        let document =
            refusal.map { $0.json(hint: $0.hint.onCommandLine, nearest: session.nearest(to: $0)) }
            ?? .defect(error)
        return String(decoding: CanonicalJSON.encode(document), as: UTF8.self) + "\n"
    }
}
