/// The connection between a transfer and its user.
package struct RemoteDialogue {
    /// Whether a user is at the terminal and can be asked.
    package var isAttended: Bool
    /// Receives the name of the current step, the amount done, and the total.
    package var progress: (String, Int, Int) -> Void
    /// Receives each line of the remote's messages to the user.
    package var tell: (String) -> Void
    /// Receives warnings, which do not stop the transfer.
    package var warn: @Sendable (String) -> Void
    /// Returns true if the user wants to cancel.
    package var isCancelled: () -> Bool

    /// Creates a dialogue that by default shows nothing and asks nobody.
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
