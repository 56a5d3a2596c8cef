import Git
import Translation

/// Why the other side did not take a push.
struct PushRejection: Error, Equatable {
    /// What kinds of reason there are.
    enum Kind: Equatable {
        /// Somebody else pushed meanwhile: fetch and try again.
        case moved
        /// Somebody else moves the branch at the moment, or died over it.
        case locked
        /// A hook or a rule of the host said no.
        case declined
        /// The branch is checked out there.
        case checkedOut
        /// The histories were cut off at places that do not fit.
        case shallow
        /// Something went wrong there.
        case other
    }

    let branch: String
    let address: RemoteAddress
    /// Why, as the server has it for programs.
    let reason: String
    /// What the server says to people, lines of it.
    let words: [String]

    /// The words of Git's own server and of its client that mean that somebody was faster.
    private static let signsOfRace = [
        "fetch first", "non-fast-forward", "stale info", "failed to update ref", "cannot lock ref",
        "incorrect old value", "reference already exists", "failed to lock", "fast-forward",
        "another value by now",
    ]

    /// Whether the same push may be taken a moment later, after another look.
    var isTransient: Bool { kind == .moved || kind == .locked }

    /// What kind of reason it is.
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

    /// What the user is told.
    var refusal: Refusal {
        let place = address.shown
        var said = words.isEmpty ? "" : ": \(words.joined(separator: " / "))"
        while said.hasSuffix(".") { said.removeLast() }
        switch kind {
        case .moved:
            return Refusal(
                .notFastForward, "\(place) has commits on “\(branch)” that are not here.",
                hint: .typed("`dragoman sync` fetches and unites them, and pushes."))
        case .locked:
            return Refusal(
                .busy, "“\(branch)” is locked at \(place): somebody moves it, or died over it.",
                hint: "Try again in a moment; a lock that stays has to be removed there.")
        case .declined:
            return Refusal(
                .rejected, "\(place) does not take the push of “\(branch)” (\(reason))\(said).",
                hint: "Mend what it names, or push another branch and ask for a review.")
        case .checkedOut:
            return Refusal(
                .rejected,
                "The branch “\(branch)” is checked out in \(place), and its files would not follow.",
                hint:
                    "Push to a bare repository, or run `git config receive.denyCurrentBranch updateInstead` there."
            )
        case .shallow:
            return Refusal(
                .rejected, "\(place) does not take a history that was cut off (\(reason)).",
                hint: "`git fetch --unshallow` brings the rest of it; then push again.")
        case .other:
            return Refusal(
                .rejected, "\(place) could not take the push of “\(branch)” (\(reason))\(said).",
                hint: "Try again; if it stays so, ask who runs the server.")
        }
    }
}
