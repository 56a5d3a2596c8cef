import Languages
import Translation
import Workspace

/// Findings as workflow commands, which GitHub shows as annotations:
/// <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>.
enum CheckAnnotations {
    static func text(_ results: [CheckResult], in project: Project) -> String {
        results.map { result in
            let unit = UnitID(result.locale, result.string).spelled(in: project)
            let message = Visible.escaping("\(unit): \(result.message)").replacing("%", with: "%25")
            return "::\(command(result.severity)) title=\(result.check)::\(message)\n"
        }.joined()
    }

    private static func command(_ severity: Finding.Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
    }
}
