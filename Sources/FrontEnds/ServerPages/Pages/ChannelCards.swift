import Bundles
import Hosting
import JSON
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The cards of channels, and the signatures of releases.
struct ChannelCards {
    private let call: PageCall
    private let people: People
    private let names: ReleaseNames
    private let signers: ManifestSigners
    /// The names of people by address, from the settings.
    private let boundNames: JSONObject?
    private var wording: Wording { call.wording }
    /// The histories of all channels that ever existed, sorted by name.
    private let histories: [ChannelHistory]
    /// The channels that exist, sorted by name.
    let channels: [ChannelState]
    /// Whether the viewer may point channels.
    let mayPoint: Bool

    init(_ call: PageCall, in snapshot: Snapshot) throws {
        self.call = call
        people = try call.people(in: snapshot)
        names = try snapshot.releaseNames()
        signers = try snapshot.manifestSigners()
        boundNames = try snapshot.model.setting(Setting.names.name).value?.objectValue
        histories = try snapshot.channelHistories()
        channels = try snapshot.channels()
        mayPoint =
            try call.may(.admin) && snapshot.roles().isMaintainer(call.project.actor?.email)
    }

    /// Returns the name of a release: its tag, or the beginning of its id.
    func name(of commit: String) -> String { names.name(of: commit) }

    /// Returns the releases that channels point to and that have no tag.
    var untagged: [String] {
        Set(channels.compactMap(\.release?.commit)).filter { names.tag(of: $0) == nil }.sorted()
    }

    /// Returns the names of the channels that point to a release.
    func channels(at commit: String) -> [String] {
        channels.filter { $0.rivals.isEmpty && $0.release?.commit == commit }.map(\.name)
    }

    /// Returns the pills of a release: its channels, and whether a channel signed it.
    func pills(of commit: String, signed: Bool) -> [Pill] {
        channels(at: commit).map { Pill("next", $0, .accent) }
            + [
                signed
                    ? Pill("reviewed", wording("channel.signed"), .ok)
                    : Pill("info", wording("channel.notSigned"), .plain)
            ]
    }

    /// Returns the cards of all channels, each with the address of its form.
    var cards: [ChannelCard] {
        channels.map { card($0, point: mayPoint ? call.path(pointing: $0.name) : nil) }
    }

    /// Returns the card of a channel.
    func card(_ channel: ChannelState, point: String?) -> ChannelCard {
        let hasConflict = !channel.rivals.isEmpty
        let trouble: String? =
            if hasConflict {
                wording("channel.conflict")
            } else {
                switch channel.target {
                case .release: nil
                case .nothing: wording("channel.noRelease")
                case .unreadable: wording("channel.unreadable")
                }
            }
        let release = hasConflict ? nil : channel.release
        return ChannelCard(
            name: channel.name,
            release: release.map {
                PageLink(label: name(of: $0.commit), href: call.path(release: $0.commit))
            }, trouble: trouble,
            change: hasConflict
                ? nil
                : .init(
                    who: Marks.name(channel.event.actor, by: people),
                    when: TimeMark(since: channel.event.at, now: call.now, wording)),
            notes: release.map(notes),
            signature: release.map { signature($0, by: channel.event.actor) },
            sides: hasConflict ? sides(of: channel) : [], point: point)
    }

    private func sides(of channel: ChannelState) -> [ChannelCard.Side] {
        let heads = Set([channel.event.id] + channel.rivals.map(\.id))
        let moves = history(channel.name)?.moves.filter { heads.contains($0.event.id) } ?? []
        return moves.map { move in
            ChannelCard.Side(
                target: words(move.target), notes: move.target.release.map(notes),
                change: change(move.event),
                isInEffect: move.event.id == channel.event.id,
                point: mayPoint
                    ? move.target.release.map {
                        call.path(pointing: channel.name, to: name(of: $0.commit), as: $0)
                    } : nil)
        }
    }

    /// Returns the history of a channel, or nil if it never existed.
    func history(_ name: String) -> ChannelHistory? {
        histories.first { $0.name.hasSameBytes(as: name) }
    }

    /// Returns a channel's target in words.
    func words(_ target: ChannelHistory.Target) -> String {
        switch target {
        case .release(let release): name(of: release.commit)
        case .nothing: wording("channel.removed")
        case .unreadable: wording("channel.unreadableValue")
        }
    }

    func change(_ event: Event) -> ChannelCard.Change {
        .init(
            who: Marks.name(event.actor, by: people),
            when: TimeMark(event.at, now: call.now, wording))
    }

    /// Returns the app versions, the profiles and the sequence number of a release.
    private func notes(_ release: ReleaseChannel) -> String {
        let profiles = release.profiles
        return [
            release.appVersions.map { wording("channel.versions", ["range": $0.description]) }
                ?? wording("channel.allVersions"),
            profiles.isEmpty
                ? nil
                : wording(
                    "channel.profiles", count: profiles.count,
                    ["profiles": wording.commas(profiles)]),
            wording("channel.sequence", ["number": String(release.sequence)]),
        ].compactMap(\.self).joined(separator: " · ")
    }

    private func signature(_ release: ReleaseChannel, by actor: Actor?) -> Pill {
        guard let signer = signers.signer(of: release) else {
            return Pill("info", wording("channel.notSigned"), .plain)
        }
        return Pill(
            "reviewed",
            owner(of: signer, by: actor).map { wording("channel.signedBy", ["name": $0]) }
                ?? wording("channel.signed"), .ok)
    }

    /// The commits that a channel points to, or pointed to earlier.
    var commits: [String] {
        Set(histories.flatMap(\.moves).compactMap(\.target.release?.commit)).sorted()
    }

    /// The commits that a channel signed, now or earlier.
    var signed: Set<String> {
        Set(
            histories.flatMap(\.moves).compactMap(\.target.release)
                .filter { $0.signature != nil }.map(\.commit))
    }

    /// Returns the channels' signatures of a release, the newest first.
    func signatures(of commit: String) -> [ReleaseContent.Signature] {
        let moves = histories.flatMap { history in history.moves.map { (history.name, $0) } }
        return moves.sorted { $1.1.event.id < $0.1.event.id }.compactMap { name, move in
            guard let release = move.target.release, release.commit == commit,
                let signer = signers.signer(of: release)
            else { return nil }
            return .init(
                channel: name, number: String(release.sequence),
                owner: owner(of: signer, by: move.event.actor), key: signer.key,
                change: change(move.event))
        }
    }

    /// Returns the name of a key's owner, or nil if it is not known or the viewer may not see it.
    ///
    /// `actor` is the person who pointed a channel with a signature by the key.
    private func owner(of signer: ManifestSigner, by actor: Actor?) -> String? {
        guard let owner = signer.owner else { return nil }
        let address = MailAddress(owner)
        let bound = boundNames?.members.first { MailAddress($0.key) == address }
        if let name = bound?.value.arrayValue?.first?.stringValue { return name }
        if let actor, actor.address == address { return people.name(of: actor) }
        return call.context.showsAddresses ? owner : nil
    }
}

extension PageCall {
    /// Returns the address of the page of a release.
    func path(release commit: String) -> String { path + "/releases/at/" + commit }

    /// Returns the address of the form that points a channel, filled in with a release.
    func path(
        pointing channel: String?, to name: String? = nil, as release: ReleaseChannel? = nil
    ) -> String {
        var items = [
            (name: "channel", value: channel), (name: "to", value: name),
            (name: "versions", value: release?.appVersions?.description),
        ]
        items += (release?.profiles ?? []).map { (name: "profile", value: $0) }
        return path + "/releases/point" + PageAddress.query(items)
    }
}
