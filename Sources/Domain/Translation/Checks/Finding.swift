import Texts

/// What a check says about a text.
public struct Finding: Sendable, Equatable {
    /// How bad a finding is.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing.
        case info
        /// Probably wrong; blocks nothing by itself.
        case warning
        /// The app would show something broken, or crash.
        case error

        /// Orders severities, the worst last.
        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The name of the check that found it, such as `placeholders`.
    public let check: String
    /// How bad it is.
    public let severity: Severity
    /// One sentence for the person who can mend it.
    public let message: String
    /// Where in the target's tree it is, such as `["one"]`; empty for the value as a whole.
    public let path: [String]

    /// States a finding.
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
