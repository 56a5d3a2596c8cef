/// Reads what `git` says about a transfer, from bytes alone: for fuzzing.
package enum RemoteReaders {
    /// What is told to people of what `git` says on standard error, which comes in parts.
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
