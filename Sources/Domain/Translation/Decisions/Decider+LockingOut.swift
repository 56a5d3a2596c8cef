import JSON

extension Decider {
    /// Refuses settings after which the actor could not change the settings any more, unless the command is forced.
    ///
    /// Looks at the events that follow, so that reverting and settling a conflict are covered too. A log is append-only: whoever
    /// locks themselves out needs somebody else to let them in again.
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
                "After this, \(email ?? "nobody in particular") could not change the settings any more.",
                hint: .typed("\(command.forcing); “maintainers” names those who may."))
        }
        if lacksKey(after), !lacksKey(before) {
            throw Refusal(
                .lockedOut,
                "After this, commits must be signed, and “signers” has no key of \(email ?? "nobody in particular").",
                hint: .typed("`dragoman config signers` shows the keys; \(command.forcing)."))
        }
    }

    /// Whether a server would refuse the actor's commits, because signatures are required and the actor has no key.
    private func lacksKey(_ settings: [String: JSONValue]) -> Bool {
        guard settings[Setting.signed.name]?.boolValue == true else { return false }
        let address = context.actor?.address
        return !SigningKey.keys(in: settings[Setting.signers.name])
            .contains { MailAddress($0.email) == address }
    }
}

extension Command {
    /// Says how the settings can be changed all the same.
    fileprivate var forcing: String {
        isForceable
            ? "`--force` does it all the same"
            : "`dragoman config NAME VALUE --force` sets it all the same"
    }
}
