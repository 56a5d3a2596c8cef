/// What a transfer tells its user, and what it asks.
public struct RemoteDialogue {
    /// Whether somebody sits at the terminal and can be asked.
    public var isAttended: Bool
    /// Is told what is done, how much of it, and how much there is.
    public var progress: (String, Int, Int) -> Void
    /// Is told each line that the other side says to people.
    public var tell: (String) -> Void
    /// Is told what the user should know although nothing is refused.
    public var warn: @Sendable (String) -> Void
    /// Asks for a secret without showing it; `nil` if nobody answers.
    public var askSecret: (_ prompt: String) -> String?
    /// Says whether the user wants to stop.
    public var isCancelled: () -> Bool
    private let passphrases = Passphrases()

    /// What was answered, by the key that was asked for.
    private final class Passphrases {
        var ofKeys: [String: String] = [:]
    }

    /// Makes a dialogue with nobody.
    public init(
        isAttended: Bool = false,
        progress: @escaping (String, Int, Int) -> Void = { _, _, _ in },
        tell: @escaping (String) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void = { _ in },
        askSecret: @escaping (String) -> String? = { _ in nil },
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.isAttended = isAttended
        self.progress = progress
        self.tell = tell
        self.warn = warn
        self.askSecret = askSecret
        self.isCancelled = isCancelled
    }

    /// Asks for the passphrase of a key, once a dialogue: a command may need several connections.
    func passphrase(ofKey path: String) -> String? {
        if let known = passphrases.ofKeys[path] { return known }
        let answer = askSecret("Passphrase of \(path): ")
        passphrases.ofKeys[path] = answer
        return answer
    }
}
