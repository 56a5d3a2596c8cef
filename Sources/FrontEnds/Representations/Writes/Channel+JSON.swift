package import Bundles
package import JSON
import Machine
import Texts
import Translation
package import Workspace

extension ChannelState {
    /// A channel with its release: `{"name", "release"?, "commit"?, …, "since", "by"?, "event"}`.
    ///
    /// `unreadable` is true if the value is not valid; the members of the release are then absent.
    /// `conflicts` contains the concurrent changes that lost. Mail addresses are included only if
    /// `showsAddresses` is true.
    package func json(
        _ names: ReleaseNames, _ signers: ManifestSigners = ManifestSigners([]),
        showsAddresses: Bool = true
    ) -> JSONValue {
        .object { members in
            members.add("name", name)
            target.add(to: &members, names, signers, showsAddresses: showsAddresses)
            event.addChange(to: &members, showsAddresses: showsAddresses)
            guard !rivals.isEmpty else { return }
            members.add(
                "conflicts", .array(rivals.map { $0.json(showsAddresses: showsAddresses) }))
        }
    }
}

extension ChannelHistory {
    /// The changes of a channel, newest first, in the form of ``Workspace/ChannelState``.
    ///
    /// `rollback` is true for a release that the channel had before another one; `inEffect` is true
    /// for the change that counts.
    package func json(
        _ names: ReleaseNames, _ signers: ManifestSigners, showsAddresses: Bool = true
    ) -> JSONValue {
        let current = state?.event.id
        return .array(
            moves.reversed().map { move in
                .object { members in
                    members.add("name", name)
                    move.target.add(to: &members, names, signers, showsAddresses: showsAddresses)
                    move.event.addChange(to: &members, showsAddresses: showsAddresses)
                    if move.isRollback { members.add("rollback", true) }
                    if move.event.id == current { members.add("inEffect", true) }
                }
            })
    }
}

extension ChannelRelease {
    /// The release that supplied a text: `{"name", "release", "commit", …, "since", "by"?, "event"}`.
    package var json: JSONValue {
        .object { members in
            members.add("name", name)
            ChannelHistory.Target.release(release).add(
                to: &members, names, ManifestSigners([]), showsAddresses: true)
            event.addChange(to: &members, showsAddresses: true)
        }
    }
}

extension ChannelHistory.Target {
    fileprivate func add(
        to members: inout JSONMembers, _ names: ReleaseNames, _ signers: ManifestSigners,
        showsAddresses: Bool
    ) {
        switch self {
        case .nothing: members.add("removed", true)
        case .unreadable: members.add("unreadable", true)
        case .release(let channel):
            members.add("release", names.name(of: channel.commit))
            members.add("commit", channel.commit)
            members.add("sequence", .integer(channel.sequence))
            members.add("appVersions", channel.appVersions?.description)
            if !channel.profiles.isEmpty { members.add("profiles", list: channel.profiles) }
            guard let signer = signers.signer(of: channel) else { return }
            members.addObject("signed") { members in
                members.add("key", signer.key)
                if showsAddresses { members.add("by", signer.owner) }
            }
        }
    }
}

extension Event {
    /// Adds the time and the author of a change of a channel, and the event's id.
    fileprivate func addChange(to members: inout JSONMembers, showsAddresses: Bool) {
        members.add("since", Timestamp.text(milliseconds: Int64(id.milliseconds)))
        if let actor { members.add("by", actor.json(showsAddresses: showsAddresses)) }
        members.add("event", id)
    }
}
