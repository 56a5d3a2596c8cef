import JSON
import Texts

/// Sets a setting, or resets it to its default.
struct ChangeSetting: CommandKind {
    let name: String
    let value: JSONValue?
    let isForced: Bool

    static var verb: String { "changeSetting" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("name", name)
        fingerprint.add("value", value)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.changeSetting(name, value)
    }

    var isForceable: Bool { true }
}

extension Decider {
    fileprivate mutating func changeSetting(_ name: String, _ value: JSONValue?) throws {
        if let fault = ReleaseChannel.name(ofSetting: name).flatMap(ReleaseChannel.fault(inName:)) {
            throw Refusal(
                .invalidValue, fault, hint: "Choose another name, such as production.")
        }
        guard let setting = Setting.named(name) else {
            let names = Setting.all.map(\.name)
            throw Refusal(
                .unknownSetting, "There is no setting “\(name)”.",
                hint: Refusal.Hint(
                    typed: "`dragoman config` lists the settings.",
                    http: "`GET /settings` lists the settings."),
                nearest: NearestMatches.of(name, among: names))
        }
        if let value, let fault = setting.fault(value) {
            throw Refusal(
                .invalidValue, "Invalid value for the setting “\(name)”: \(fault)",
                hint: .advice(setting.summary))
        }
        try requireMaintainer()
        let now = try state.setting(name)
        guard now.value != value || !now.register.losers.isEmpty else { return }
        if ReleaseChannel.name(ofSetting: name) != nil,
            let channel = value.flatMap(ReleaseChannel.init(stored:))
        {
            try requireNewSequence(of: channel, in: name)
        }
        add(.settingChanged(name: name, value: value), locale: source, seen: now.register.seen)
    }

    /// Checks that a channel's sequence number is greater than all earlier ones.
    ///
    /// Apps keep the release that they have if another one does not have a higher number.
    private func requireNewSequence(of channel: ReleaseChannel, in setting: String) throws {
        let events = try state.events(of: .setting(Value.Text(setting)))
        let greatest = ReleaseChannel.greatestSequence(in: events)
        guard channel.sequence > greatest else {
            throw Refusal(
                .invalidValue,
                "The sequence number \(channel.sequence) is not greater than \(greatest), which this channel already had.",
                hint: "Use \(greatest + 1) or more, also to return to an earlier release.")
        }
    }
}
