import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Texts
package import Translation

extension Snapshot {
    /// Returns the history of every channel that ever existed, sorted by name.
    package func channelHistories() throws -> [ChannelHistory] {
        try model.settings().compactMap { setting, _ in
            guard let name = ReleaseChannel.name(ofSetting: setting),
                ReleaseChannel.fault(inName: name) == nil
            else { return nil }
            return try history(name)
        }
    }

    /// Returns the channels that exist, sorted by name.
    ///
    /// A removed channel is included if its removal conflicts with a release.
    package func channels() throws -> [ChannelState] {
        try channelHistories().compactMap(\.state).filter {
            $0.target != .nothing || !$0.rivals.isEmpty
        }
    }

    /// Returns the names of releases if any channel ever existed, and otherwise no names.
    ///
    /// Most projects without channels have no use for the tags.
    package func channelReleaseNames() throws -> ReleaseNames {
        try channelHistories().isEmpty ? ReleaseNames() : releaseNames()
    }

    /// Returns the history of a channel; throws a ``Refusal`` if it never existed.
    package func channelHistory(_ name: String) throws -> ChannelHistory {
        let history = try history(name)
        guard history.moves.isEmpty else { return history }
        throw Refusal(
            .unknownChannel, "There is no channel “\(name)”.",
            hint: Refusal.Hint(
                typed: "`dragoman channel list` lists the channels.",
                http: "`GET /channels` lists the channels."),
            nearest: NearestMatches.of(name, among: try channelHistories().map(\.name)))
    }

    /// Returns the history of a channel, without changes if it never existed.
    package func history(_ name: String) throws -> ChannelHistory {
        let setting = ReleaseChannel.setting(of: name)
        return ChannelHistory(name, events: try model.events(of: .setting(Value.Text(setting))))
    }

    /// Returns the release that a channel pointed to at a time, or points to now if `time` is nil.
    ///
    /// The time is in Unix milliseconds. This snapshot must be the tip. Throws a ``Refusal`` if the
    /// channel has no release at that time, or if the repository lacks its commit.
    package func release(of name: String, at time: Int64? = nil) throws -> ChannelRelease {
        let history = try channelHistory(name)
        guard let state = time.map(history.state(notAfter:)) ?? history.state else {
            let first = history.moves.first.map { " at \(TimeOfChange($0.event).text)" } ?? ""
            throw Refusal(
                .unknownChannel,
                "The channel “\(name)” did not exist yet: it first had a release\(first).",
                hint: "Specify that time or a later one.")
        }
        guard state.target != .nothing else {
            throw Refusal(
                .unknownChannel,
                "The channel “\(name)” was removed at \(TimeOfChange(state.event).text).",
                hint: time == nil ? .pointChannel(name) : "Specify an earlier time.")
        }
        guard let release = state.release else {
            throw Refusal(
                .unknownChannel, "The value of the channel “\(name)” cannot be read.",
                hint: .pointChannel(name))
        }
        do {
            _ = try position(of: release.commit)
        } catch let refusal as Refusal where refusal.code == .unknownRevision {
            throw Refusal(
                .unknownRevision,
                "The channel “\(name)” points to the commit \(release.commit), which is not in this repository.",
                hint: refusal.hint)
        }
        return ChannelRelease(
            name: name, release: release, event: state.event,
            names: try releaseNames())
    }
}

/// A release that a channel points to, or pointed to at some time.
package struct ChannelRelease: Sendable {
    /// The channel's name.
    package let name: String
    /// The channel's value.
    package let release: ReleaseChannel
    /// The event that pointed the channel to the release.
    package let event: Event
    /// The names of releases.
    package let names: ReleaseNames

    /// The tag of the release, or otherwise the beginning of its commit's id.
    package var shownName: String { names.name(of: release.commit) }

    /// The moment of the release, for reading its texts.
    package var moment: Moment { .revision(release.commit) }
}

/// The time of an event, in minutes, for sentences.
private struct TimeOfChange {
    let text: String

    init(_ event: Event) {
        let time = Timestamp.text(milliseconds: Int64(event.id.milliseconds))
        text = "\(time.prefix(Timestamp.dateLength)) \(time.dropFirst(11).prefix(5)) UTC"
    }
}

extension Refusal.Hint {
    /// Suggests pointing a channel to a release.
    static func pointChannel(_ name: String) -> Refusal.Hint {
        Refusal.Hint(
            typed: "`dragoman channel set \(name) REV` points it to a release.",
            http: "`PUT /channels/\(name)` points it to a release.")
    }
}
