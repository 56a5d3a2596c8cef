import Texts

/// A problem that a check found in a text.
public struct Finding: Sendable, Equatable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// For information only.
        case info
        /// Probably wrong, but never blocks an acceptance by itself.
        case warning
        /// The app would show a broken text, or crash.
        case error

        /// Orders by severity, with the most severe last.
        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The name of the check that reported the finding, such as `placeholders`.
    public let check: String
    /// The severity, which can differ from the check's default.
    public let severity: Severity
    /// A sentence for the person who can fix the problem.
    public let message: String
    /// The path of the affected text in the target's tree, such as `["one"]`; empty for the whole
    /// value.
    public let path: [String]

    /// Creates a finding, by default for the whole value.
    public init(check: String, severity: Severity, message: String, path: [String] = []) {
        self.check = check
        self.severity = severity
        self.message = message
        self.path = path
    }

    /// Compares byte by byte.
    public static func == (a: Finding, b: Finding) -> Bool {
        a.severity == b.severity && a.check.hasSameBytes(as: b.check)
            && a.message.hasSameBytes(as: b.message)
            && a.path.elementsEqual(b.path) { $0.hasSameBytes(as: $1) }
    }
}
