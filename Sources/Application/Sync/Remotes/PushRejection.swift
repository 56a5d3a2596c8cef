import Git
import Translation

/// A rejected push.
struct PushRejection: Error, Equatable {
    enum Kind: Equatable {
        /// Another client pushed meanwhile.
        ///
        /// Fetch and try again.
        case moved
        /// Another process is moving the branch, or died while doing so.
        case locked
        /// A hook or a rule of the host rejected the push.
        case declined
        /// The branch is checked out in the remote repository.
        case checkedOut
        /// The shallow borders of the two histories do not match.
        case shallow
        /// Any other error in the remote repository.
        case other
    }

    let branch: String
    let address: RemoteAddress
    /// The machine-readable reason from the server.
    let reason: String
    /// The lines of the server's message to the user.
    let words: [String]

    /// Messages from Git's server and client that report a concurrent update.
    private static let signsOfRace = [
        "fetch first", "non-fast-forward", "stale info", "failed to update ref", "cannot lock ref",
        "incorrect old value", "reference already exists", "failed to lock", "fast-forward",
        "another value by now",
    ]

    /// Whether the push may succeed after another fetch.
    var isTransient: Bool { kind == .moved || kind == .locked }

    var kind: Kind {
        let text = reason.lowercased()
        let isLocked = words.contains { $0.contains(".lock'") && $0.contains("File exists") }
        if isLocked || text.contains("unable to lock") { return .locked }
        if Self.signsOfRace.contains(where: text.contains) { return .moved }
        if text.contains("checked out") { return .checkedOut }
        if text.contains("shallow") { return .shallow }
        if ["hook", "declined", "protected", "prohibited", "not allowed", "denied", "deny"]
            .contains(where: text.contains)
        {
            return .declined
        }
        return .other
    }

    var refusal: Refusal {
        let place = address.shown
        var said = words.isEmpty ? "" : ": \(words.joined(separator: " / "))"
        while said.hasSuffix(".") { said.removeLast() }
        switch kind {
        case .moved:
            return Refusal(
                .notFastForward,
                "\(place) has commits on “\(branch)” that are not in this repository.",
                hint: .typed("Run `dragoman sync` to fetch, merge and push."))
        case .locked:
            return Refusal(
                .busy,
                "“\(branch)” is locked at \(place): another process is updating it, or left its lock behind.",
                hint: "Try again in a moment. If the lock remains, remove it there.")
        case .declined:
            return Refusal(
                .rejected, "\(place) rejects the push of “\(branch)” (\(reason))\(said).",
                hint: "Fix the reported problem, or push another branch and ask for a review.")
        case .checkedOut:
            return Refusal(
                .rejected,
                "The branch “\(branch)” is checked out in \(place), and its files would not be "
                    + "updated.",
                hint:
                    "Push to a bare repository, or run `git config receive.denyCurrentBranch updateInstead` there."
            )
        case .shallow:
            return Refusal(
                .rejected, "\(place) rejects the history of a shallow clone (\(reason)).",
                hint: "Run `git fetch --unshallow` to complete it, then push again.")
        case .other:
            return Refusal(
                .rejected, "\(place) failed to process the push of “\(branch)” (\(reason))\(said).",
                hint: "Try again. If the problem persists, contact the server's administrator.")
        }
    }
}
