import JSON
import Languages
import Representations
import Translation

/// What the user reads when something is refused, or failed.
enum FailureReport {
    static func text(_ refusal: Refusal?, _ error: any Error, _ session: Session) -> String {
        guard let refusal else { return "dragoman: \(Visible.escaping("\(error)"))\n" }
        var lines = ["\(session.errorStyle.red("refused:")) \(Visible.escaping(refusal.message))"]
        if !refusal.nearest.isEmpty {
            let nearest = refusal.nearest.map(Visible.escaping).joined(separator: ", ")
            lines.append("nearest: \(nearest)")
        }
        lines.append("hint: \(Visible.escaping(refusal.hint))")
        return lines.joined(separator: "\n") + "\n"
    }

    static func json(_ refusal: Refusal?, _ error: any Error) -> String {
        let document = refusal?.json ?? .defect(error)
        return String(decoding: CanonicalJSON.encode(document), as: UTF8.self) + "\n"
    }
}
