import JSON

extension Decider {
    /// Refuses changes that would lock the actor out of the settings, unless the command is forced.
    ///
    /// Checks the resulting events, so that reverts and resolved conflicts are covered too. The log
    /// is append-only: anyone who is locked out needs someone else to undo the change.
    func refuseLockout(by command: Command, in events: ArraySlice<Event>) throws {
        var changed: [String: JSONValue?] = [:]
        for case .settingChanged(let name, let value) in events.map(\.payload) {
            changed[name] = .some(value)
        }
        guard !changed.isEmpty, !command.isForced else { return }
        let before = try settings(Roles.settings + [.signed, .signers])
        let after = before.merging(changed.compactMapValues(\.self)) { _, new in new }
            .filter { name, _ in changed[name] != .some(nil) }
        let email = context.actor?.email
        if !Roles(after).isMaintainer(email), Roles(before).isMaintainer(email) {
            throw Refusal(
                .lockedOut,
                "\(email ?? "You") would no longer be allowed to change the settings.",
                hint: Refusal.Hint(
                    typed: "\(command.forcing); “maintainers” lists the people who may.",
                    http: Self.forcing))
        }
        if lacksKey(after), !lacksKey(before) {
            throw Refusal(
                .lockedOut,
                "Commits would have to be signed, but “signers” has no key for \(email ?? "you").",
                hint: Refusal.Hint(
                    typed: "`dragoman config signers` shows the keys; \(command.forcing).",
                    http: Self.forcing))
        }
    }

    private static var forcing: String { "`force` makes the change anyway." }

    /// Returns true if a server would reject the actor's commits, because signatures are required
    /// and the actor has no key.
    private func lacksKey(_ settings: [String: JSONValue]) -> Bool {
        guard settings[Setting.signed.name]?.boolValue == true else { return false }
        let address = context.actor?.address
        return !SigningKey.keys(in: settings[Setting.signers.name])
            .contains { MailAddress($0.email) == address }
    }
}

extension Command {
    /// The part of the hint that explains how to force the change.
    fileprivate var forcing: String {
        isForceable
            ? "`--force` does it anyway"
            : "`dragoman config NAME VALUE --force` sets it anyway"
    }
}
