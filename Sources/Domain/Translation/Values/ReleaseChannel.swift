public import JSON
public import Texts

/// A channel: a named pointer to the release that apps load.
///
/// Each channel is a setting of its own, `channel.NAME`, so that two channels never conflict. The
/// value is an object with the members below; absent members are omitted.
public struct ReleaseChannel: Sendable, Equatable {
    /// The full id of the release's commit.
    public var commit: String
    /// The number of the release in the channel, from 1.
    ///
    /// Apps never go back to a lower number, so a rollback has a higher number too.
    public var sequence: Int64
    /// The versions of the app that the release is for, or nil for all.
    public var appVersions: AppVersionRange?
    /// The export profiles in the release; if empty, all of them.
    public var profiles: [String]
    /// The signature of the channel's manifest, in the format of `ssh-keygen -Y sign`.
    public var signature: String?

    /// Creates a channel's value.
    public init(
        commit: String, sequence: Int64, appVersions: AppVersionRange? = nil,
        profiles: [String] = [], signature: String? = nil
    ) {
        self.commit = commit
        self.sequence = sequence
        self.appVersions = appVersions
        self.profiles = profiles
        self.signature = signature
    }

    /// Reads the value of a channel's setting, or returns nil if the value is not valid.
    ///
    /// Others may have pushed any value, so a value in the state need not be valid.
    public init?(stored value: JSONValue) {
        guard Self.fault(in: value) == nil, let object = value.objectValue,
            let commit = object["commit"]?.stringValue,
            let sequence = object["sequence"]?.integerValue
        else { return nil }
        self.init(
            commit: commit, sequence: sequence,
            appVersions: object["appVersions"]?.stringValue.flatMap { AppVersionRange($0) },
            profiles: object["profiles"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            signature: object["signature"]?.stringValue)
    }

    /// The value of the channel's setting.
    public var json: JSONValue {
        .object { members in
            members.add("commit", commit)
            members.add("sequence", .integer(sequence))
            members.add("appVersions", appVersions?.description)
            members.add(
                "profiles", profiles.isEmpty ? nil : .array(profiles.map(JSONValue.string)))
            members.add("signature", signature)
        }
    }

    /// Returns a one-sentence description of the error in a channel's value, or nil if it is valid.
    static func fault(in value: JSONValue) -> String? {
        guard let object = value.objectValue else { return "The value must be an object." }
        let known = ["commit", "sequence", "appVersions", "profiles", "signature"]
        if let other = object.members.first(where: { !known.contains($0.key) }) {
            return
                "A channel cannot have “\(other.key)”. Its members are \(known.joined(separator: ", "))."
        }
        guard let commit = object["commit"]?.stringValue, isCommit(commit) else {
            return "“commit” must be the full id of a commit."
        }
        guard let sequence = object["sequence"]?.integerValue, sequences.contains(sequence) else {
            return "“sequence” must be a whole number from 1 to \(sequences.upperBound)."
        }
        if let range = object["appVersions"] {
            guard let range = range.stringValue.flatMap({ AppVersionRange($0) }) else {
                return "“appVersions” must be a range of versions, such as >=1.4 <2."
            }
            guard !range.isEmpty else { return "No app version is in the range \(range)." }
        }
        if let profiles = object["profiles"], Setting.arrayOfTexts(profiles) != nil {
            return "“profiles” must be an array of names."
        }
        if let signature = object["signature"] {
            guard let text = signature.stringValue, isSignature(text) else {
                return "“signature” must be the contents of a file written by `ssh-keygen -Y sign`."
            }
        }
        return nil
    }

    private static func isCommit(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns true for text with the lines around an SSH signature, of at most 16 KiB.
    private static func isSignature(_ text: String) -> Bool {
        text.utf8.count <= 16 << 10
            && text.utf8.starts(with: "-----BEGIN SSH SIGNATURE-----\n".utf8)
            && text.contains("\n-----END SSH SIGNATURE-----")
    }

    // MARK: Names

    private static let prefix = "channel."
    /// Names that addresses of bundles use for other purposes.
    private static let reservedNames = ["at", "latest"]

    /// Returns the name of a channel's setting.
    public static func setting(of name: String) -> String { prefix + name }

    /// Returns the name of the channel that a setting defines, or nil for another setting.
    public static func name(ofSetting setting: String) -> String? {
        setting.utf8.starts(with: prefix.utf8) ? String(setting.dropFirst(prefix.count)) : nil
    }

    /// Returns a one-sentence description of the error in a channel's name, or nil if it is valid.
    public static func fault(inName name: String) -> String? {
        if reservedNames.contains(name) {
            return "“\(name)” cannot be a channel, because addresses of bundles use this word."
        }
        func isPlain(_ byte: UInt8) -> Bool {
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        }
        let isName =
            (1...63).contains(name.utf8.count) && name.utf8.first.map(isPlain) == true
            && name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
        return isName
            ? nil
            : "“\(name)” cannot be a channel: a name has up to 63 lower-case letters, digits and hyphens, and starts with a letter or digit."
    }

    /// Throws a ``Refusal`` if the name of a channel is not valid.
    public static func requireName(_ name: String) throws {
        guard let fault = fault(inName: name) else { return }
        throw Refusal(.invalidValue, fault, hint: "Choose another name, such as production.")
    }

    // MARK: App versions

    /// Parses a range of app versions, or throws a ``Refusal`` if no version can be in it.
    public static func requireAppVersions(_ text: String) throws -> AppVersionRange {
        guard let range = AppVersionRange(text) else {
            throw Refusal(
                .invalidValue, "“\(text.prefix(100))” is not a range of versions.",
                hint: "Separate comparisons with spaces, such as '>=1.4 <2'.")
        }
        guard !range.isEmpty else {
            throw Refusal(
                .invalidValue, "No app version is in the range \(range).",
                hint: "All comparisons must hold at once, as in '>=1.4 <2'.")
        }
        return range
    }

    // MARK: Sequence

    /// The possible sequence numbers, which all readers of JSON represent exactly.
    private static let sequences: ClosedRange<Int64> = 1...(1 << 53 - 1)

    /// Returns the greatest sequence number among the events of a channel's setting, or 0.
    ///
    /// Events that were replaced, lost a conflict or were followed by a removal count too, because
    /// apps may have loaded their releases. Values that are not valid never reached an app.
    public static func greatestSequence(in events: [Event]) -> Int64 {
        events.compactMap { event in
            guard case .settingChanged(_, let value?) = event.payload else { return nil }
            return ReleaseChannel(stored: value)?.sequence
        }.max() ?? 0
    }

    /// Throws a ``Refusal`` unless a sequence number is greater than all earlier ones.
    ///
    /// Apps keep the release that they have if another one does not have a higher number.
    public static func requireSequence(_ sequence: Int64, above greatest: Int64) throws {
        guard sequence <= greatest else { return }
        throw Refusal(
            .invalidValue,
            "The sequence number \(sequence) is not greater than \(greatest), which this channel already had.",
            hint: "Use \(greatest + 1) or more, also to return to an earlier release.")
    }

    /// Returns a value with a higher sequence number, without its signature.
    ///
    /// The signature covers the sequence number, so it is not valid for the new value.
    func raised(above sequence: Int64) -> ReleaseChannel {
        var raised = self
        raised.sequence = sequence + 1
        raised.signature = nil
        return raised
    }
}

extension Setting {
    /// Returns the setting with a name, which may also be that of a channel.
    public static func named(_ name: String) -> Setting? {
        guard let channel = ReleaseChannel.name(ofSetting: name) else {
            return all.first { $0.name == name }
        }
        guard ReleaseChannel.fault(inName: channel) == nil else { return nil }
        return Setting(
            name: name,
            summary:
                "The release that apps load from the channel “\(channel)”; `dragoman channel set` changes it.",
            defaultValue: nil, fault: ReleaseChannel.fault)
    }
}
