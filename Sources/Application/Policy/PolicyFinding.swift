package import Translation

/// A violation of a project's rules by a push or a history, or a check that was not possible.
package struct PolicyFinding: Sendable, Hashable {
    /// The rule that was violated or not checked.
    package let rule: Rule
    /// The consequence for the push.
    package let severity: Severity
    /// A sentence that describes the finding.
    package let message: String
    /// The responsible commit, if there is one.
    package var commit: String?
    /// The path of the file, relative to the root of the tree.
    package var path: String?
    /// The line in the file, counted from 1.
    package var line: Int?
    /// The id of the affected event.
    package var event: EventID?

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

    /// The consequence of a finding for a push.
    package enum Severity: String, Sendable, CaseIterable {
        /// The push is rejected.
        case error
        /// The push is accepted, with a warning.
        case warning
        /// The check was not possible.
        ///
        /// The push is accepted, unless the server's settings require the check.
        case unchecked
    }

    /// The rules; their raw values are stable.
    package enum Rule: String, Sendable, CaseIterable {
        /// Events are never removed.
        case lost
        /// Events never change.
        case altered
        /// The project's branch only moves forward, and is never deleted.
        case rewound
        /// The file `dragoman.json` exists and never changes.
        case project
        /// The directory `events/` contains only event files, each in its place.
        case path
        /// Event files have the required names, sizes and modes.
        case file
        /// Each line is a valid event in the required form.
        case malformed
        /// The server supports the version and the type of each event.
        case version
        /// No event is more than a day ahead of the server's clock.
        case clock
        /// The actor of each event is its pusher.
        case actor
        /// Only reviewers of a language accept, reject and approve its texts.
        case reviewer
        /// Only translators of a language, its reviewers and the maintainers set its texts.
        case translator
        /// Nobody reviews their own work.
        case selfReview = "self-review"
        /// Nobody changes texts in frozen languages.
        case frozen
        /// Only maintainers change settings and the files outside the log.
        case maintainer
        /// A push contains only changes that its token permits.
        case scope
        /// Nobody acts on behalf of another guid, or reverts another person's work.
        case owner
        /// A copy has the same content as the original.
        case copy
        /// Commits are signed by people whose keys the project lists.
        case signature
        /// No reference replaces stored objects.
        case replace
        /// No tag has the name of the project's branch.
        case tag
    }
}

extension [PolicyFinding] {
    /// Whether the push is accepted, because no finding is an error.
    package var isAllowed: Bool { !contains { $0.severity == .error } }
}
