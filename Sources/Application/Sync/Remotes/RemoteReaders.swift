/// Parsers of `git`'s output during a transfer, without a process: for fuzzing.
package enum RemoteReaders {
    /// Returns the lines and the progress that are shown for the standard error of `git`, which
    /// arrives in parts.
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
