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
        if let channel = ReleaseChannel.name(ofSetting: name) {
            try ReleaseChannel.requireName(channel)
        }
        guard let setting = Setting.named(name) else {
            let names = Setting.all.map(\.name)
            throw Refusal(
                .unknownSetting, "There is no setting “\(name)”.",
                hint: .typed("`dragoman config` lists the settings."),
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
            let events = try state.events(of: .setting(Value.Text(name)))
            try ReleaseChannel.requireSequence(
                channel.sequence, above: ReleaseChannel.greatestSequence(in: events))
        }
        add(.settingChanged(name: name, value: value), locale: source, seen: now.register.seen)
    }
}
