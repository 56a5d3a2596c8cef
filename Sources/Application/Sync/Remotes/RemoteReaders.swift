/// Access to the parsers of `git`'s transfer output without a process, for fuzzing.
package enum RemoteReaders {
    /// Returns the messages and the progress that a user would see.
    ///
    /// `parts` are consecutive parts of the standard error of `git`.
    package static func gitTalk(_ parts: [[UInt8]]) -> (told: [String], progress: [String]) {
        var told: [String] = []
        var progress: [String] = []
        var talk = GitTalk(
            RemoteDialogue(
                progress: { progress.append("\($0) \($1)/\($2)") }, tell: { told.append($0) }))
        for part in parts { talk.take(part) }
        talk.finish()
        return (told, progress)
    }
}
