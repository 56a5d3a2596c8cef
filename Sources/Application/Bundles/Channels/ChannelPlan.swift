import EventStore
import Git
package import Texts
package import Translation
package import Workspace

/// A request to point a channel to a release.
package struct ChannelRequest: Sendable {
    /// The channel's name.
    package var name: String
    /// The release: a tag or another revision.
    package var revision: String
    /// The versions of the app that the release is for, or nil for all.
    package var appVersions: AppVersionRange?
    /// The export profiles in the release; if empty, all of them.
    package var profiles: [String]
    /// The sequence number, or nil for the next one.
    package var sequence: Int64?

    /// Creates a request.
    package init(
        name: String, revision: String, appVersions: AppVersionRange? = nil,
        profiles: [String] = [], sequence: Int64? = nil
    ) {
        self.name = name
        self.revision = revision
        self.appVersions = appVersions
        self.profiles = profiles
        self.sequence = sequence
    }
}

/// A release for a channel: the value that the channel would get, and the bundle for its apps.
///
/// All front ends point channels in these steps:
///
/// 1. Create a plan from the tip.
/// 2. Make the bundle from the state at ``moment``. This proves that the release can be made, and
///    gives the bytes that a signature covers.
/// 3. If there is a signature, add it.
/// 4. Perform ``action`` with the condition ``expected``.
package struct ChannelPlan: Sendable {
    /// The channel's name.
    package let name: String
    /// The value that the channel would get.
    package private(set) var channel: ReleaseChannel
    /// The channel before, or nil if it never existed.
    package let before: ChannelState?
    private let next: Int64

    /// Resolves a request in the newest state.
    ///
    /// If the channel already has this release, and the request does not specify a sequence number,
    /// the value stays the same. Throws a ``Refusal`` for an invalid name, a commit that is no
    /// release of this project, or a sequence number that is not greater than all earlier ones.
    package init(_ request: ChannelRequest, in tip: Snapshot) throws {
        try ReleaseChannel.requireName(request.name)
        name = request.name
        let commit = try tip.requireRelease(request.revision)
        let history = try tip.history(name)
        before = history.state
        next = history.greatestSequence + 1
        channel = ReleaseChannel(
            commit: commit.description, sequence: request.sequence ?? next,
            appVersions: request.appVersions, profiles: request.profiles)
        if let sequence = request.sequence {
            try ReleaseChannel.requireSequence(sequence, above: history.greatestSequence)
        } else if let release = before?.release, before?.rivals.isEmpty == true,
            release.isSameRelease(as: channel)
        {
            channel = release
        }
    }

    /// The moment of the release, for making its bundle.
    package var moment: Moment { .revision(channel.commit) }

    /// Whether the channel already has exactly this value.
    package var isInEffect: Bool { before?.release == channel && before?.rivals.isEmpty == true }

    /// The options that give the bundle of this channel.
    package var bundleRequest: BundleRequest { BundleRequest(of: channel, in: name) }

    /// Gives the release a new sequence number even if the channel already has this release,
    /// because a new signature needs one.
    ///
    /// If the channel already has the given signature, nothing changes, so that a request can be
    /// repeated.
    package mutating func renew(for signature: String? = nil) {
        guard isInEffect, signature == nil || channel.signature != signature else { return }
        channel.sequence = next
        channel.signature = nil
    }

    /// Adds a signature of the bundle's manifest.
    ///
    /// Throws a ``Refusal`` if it is not a valid signature of these bytes. Without `signing`, only
    /// its form is checked.
    package mutating func add(
        signature: [UInt8], of bundle: ReleaseBundle, checkedBy signing: BundleSigning?
    ) throws {
        if let signing { try signing.requireSignature(signature, of: bundle.manifestBytes) }
        channel.signature = String(decoding: signature, as: UTF8.self)
    }

    /// The action that points the channel.
    package var action: Action {
        Action(
            .changeSetting(name: ReleaseChannel.setting(of: name), value: channel.json), as: .point)
    }

    /// The condition that the channel has not changed since the plan was made.
    package var expected: WriteRequest.ExpectedSetting {
        WriteRequest.ExpectedSetting(
            name: ReleaseChannel.setting(of: name), heads: before?.heads ?? [])
    }
}

extension BundleRequest {
    /// Creates the options of the bundle that apps get from a channel.
    package init(of channel: ReleaseChannel, in name: String) {
        self.init(
            profiles: channel.profiles, channel: name, appVersions: channel.appVersions,
            sequence: channel.sequence)
    }
}

extension ReleaseChannel {
    /// Returns true if apps get the same texts from both values.
    fileprivate func isSameRelease(as other: ReleaseChannel) -> Bool {
        commit == other.commit && appVersions == other.appVersions && profiles == other.profiles
    }
}

/// The removal of a channel.
package struct ChannelRemoval: Sendable {
    /// The channel before.
    package let before: ChannelState
    /// The action that removes the channel.
    package let action: Action
    /// The condition that the channel has not changed meanwhile.
    package let expected: WriteRequest.ExpectedSetting

    /// Finds the channel in the newest state; throws a ``Refusal`` if it never existed.
    package init(of name: String, in tip: Snapshot) throws {
        let setting = ReleaseChannel.setting(of: name)
        guard let before = try tip.channelHistory(name).state else {
            throw Refusal(
                .unknownChannel, "There is no channel “\(name)”.", hint: "Check the name.")
        }
        self.before = before
        action = Action(.changeSetting(name: setting, value: nil), as: .remove)
        expected = WriteRequest.ExpectedSetting(name: setting, heads: before.heads)
    }
}
