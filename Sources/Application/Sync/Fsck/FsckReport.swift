package import Translation

/// The result of a check of the whole log.
package struct FsckReport: Sendable {
    /// The number of events in the log.
    package let events: Int
    /// The digest of the folded state.
    package let digest: String
    package let problems: [Problem]

    /// Whether the check found no errors; notes are allowed.
    package var isOK: Bool { !problems.contains { $0.isError } }

    package struct Problem: Sendable {
        /// The location of the problem, such as a file of the log, an object, a reference, or the
        /// read model.
        package let path: String
        /// The line number in the file, counted from 1.
        package let line: Int?
        /// A one-sentence description of the problem.
        package let problem: String
        /// The remedy, if there is a general one.
        package let hint: Refusal.Hint?
        /// The affected event, if known.
        package let event: EventID?
        /// Whether the problem makes the check fail; otherwise it is only a note.
        package let isError: Bool
        /// The lines that contradict each other, if the history does not show which of them is
        /// correct.
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

    /// One of several lines with the same id.
    package struct Variant: Sendable {
        /// `PATH:LINE`, or `ID@COMMIT` for a lost line.
        ///
        /// `fsck --restore` accepts `ID@COMMIT` as the name of the line.
        package let place: String
        /// The line's bytes without the newline.
        package let line: [UInt8]
    }
}
