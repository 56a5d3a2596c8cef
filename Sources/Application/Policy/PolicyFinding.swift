public import Translation

/// Something that a push does, or a history did, and that a project's rules do not allow or could not check.
public struct PolicyFinding: Sendable, Hashable {
    /// Which rule it is about.
    public let rule: Rule
    /// What it means for the push.
    public let severity: Severity
    /// One sentence.
    public let message: String
    /// The commit that did it, where one did.
    public var commit: String?
    /// The file, from the root of the tree.
    public var path: String?
    /// The line in the file, counted from 1.
    public var line: Int?
    /// The event.
    public var event: EventID?

    init(
        _ rule: Rule, _ message: String, as severity: Severity = .error, commit: String? = nil,
        path: String? = nil, line: Int? = nil, event: EventID? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.commit = commit
        self.path = path
        self.line = line
        self.event = event
    }

    /// What a finding means for a push.
    public enum Severity: String, Sendable, CaseIterable {
        /// The push is refused.
        case error
        /// It is let through, and said.
        case warning
        /// It could not be found out, and is let through unless the server's settings say otherwise.
        case unchecked
    }

    /// The rules; their raw values are stable.
    public enum Rule: String, Sendable, CaseIterable {
        /// Nobody takes an event away.
        case lost
        /// Nobody makes an event say something else.
        case altered
        /// The project's branch goes forward only, and stays.
        case rewound
        /// `dragoman.json` is there and never changes.
        case project
        /// Below `events/` there are event files, where they belong.
        case path
        /// Files have their name, size and mode.
        case file
        /// Each line is an event.
        case malformed
        /// The server knows the version and the type of the event.
        case version
        /// No clock is more than a day ahead.
        case clock
        /// Who acts is who pushes.
        case actor
        /// Reviewers accept, reject and vouch, each in their languages.
        case reviewer
        /// A second person reviews.
        case selfReview = "self-review"
        /// Frozen languages take no texts.
        case frozen
        /// Maintainers change settings and the files beside the log.
        case maintainer
        /// Nobody decides for somebody else's guid, or takes back what is not theirs.
        case owner
        /// A copy says what it copies.
        case copy
        /// Commits are signed by somebody whom the project knows.
        case signature
        /// No reference makes Git show other objects than those that are stored.
        case replace
        /// No tag is named as the project's branch.
        case tag
    }
}

extension [PolicyFinding] {
    /// Whether nothing is refused.
    public var isAllowed: Bool { !contains { $0.severity == .error } }
}
