/// What a transfer tells its user.
package struct RemoteDialogue {
    /// Whether somebody sits at the terminal and can be asked.
    package var isAttended: Bool
    /// Is told what is done, how much of it, and how much there is.
    package var progress: (String, Int, Int) -> Void
    /// Is told each line that the other side says to people.
    package var tell: (String) -> Void
    /// Is told what the user should know although nothing is refused.
    package var warn: @Sendable (String) -> Void
    /// Says whether the user wants to stop.
    package var isCancelled: () -> Bool

    /// Makes a dialogue with nobody.
    package init(
        isAttended: Bool = false,
        progress: @escaping (String, Int, Int) -> Void = { _, _, _ in },
        tell: @escaping (String) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.isAttended = isAttended
        self.progress = progress
        self.tell = tell
        self.warn = warn
        self.isCancelled = isCancelled
    }
}
