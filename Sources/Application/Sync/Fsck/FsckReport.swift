package import Translation

/// What a look at the whole log brought to light.
package struct FsckReport: Sendable {
    /// How many events the log has.
    package let events: Int
    /// The digest of the folded state.
    package let digest: String
    /// What is wrong.
    package let problems: [Problem]

    /// Whether nothing is wrong that loses, hides or contradicts an event.
    package var isOK: Bool { !problems.contains { $0.isError } }

    /// Something that is wrong.
    package struct Problem: Sendable {
        /// Where: a file of the log, a commit, or the read model.
        package let path: String
        /// The line in the file, counted from 1.
        package let line: Int?
        /// What is wrong, in one sentence.
        package let problem: String
        /// What to do about it, if it can be said in general.
        package let hint: Refusal.Hint?
        /// The event that it is about.
        package let event: EventID?
        /// Whether it makes the check fail, or is only worth knowing.
        package let isError: Bool
        /// The lines that contradict each other, if it cannot be told which of them is right.
        package let variants: [Variant]

        init(
            path: String, line: Int? = nil, _ problem: String, hint: Refusal.Hint? = nil,
            event: EventID? = nil, isError: Bool = true, variants: [Variant] = []
        ) {
            self.hint = hint
            self.variants = variants
            self.path = path
            self.line = line
            self.problem = problem
            self.event = event
            self.isError = isError
        }
    }

    /// One of several lines with one id.
    package struct Variant: Sendable {
        /// Where it is: `PATH:LINE`; or, of a line that is gone, the name by which it is restored: `ID@COMMIT`.
        package let place: String
        /// The line's bytes without the newline.
        package let line: [UInt8]
    }
}
