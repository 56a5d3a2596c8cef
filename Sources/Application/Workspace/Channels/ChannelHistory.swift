package import Translation

/// The history of one channel: the events that pointed or removed it, oldest first.
package struct ChannelHistory: Sendable {
    /// The channel's name.
    package let name: String
    /// The changes of the channel, oldest first.
    package let moves: [Move]
    private let events: [Event]

    /// The meaning of a channel's value.
    package enum Target: Sendable, Equatable {
        /// A release.
        case release(ReleaseChannel)
        /// No release: the channel was removed.
        case nothing
        /// A value that is not valid, which others must have pushed; apps get no release.
        case unreadable

        /// The release, or nil if there is none.
        package var release: ReleaseChannel? {
            if case .release(let release) = self { release } else { nil }
        }
    }

    /// A change of a channel.
    package struct Move: Sendable {
        /// The event that made the change.
        package let event: Event
        /// The new target.
        package let target: Target
        /// Whether the channel returned to a release that it had before another one.
        package let isRollback: Bool
    }

    /// Creates the history of a channel from the events of its setting that count.
    package init(_ name: String, events: [Event]) {
        self.name = name
        self.events = events.sorted { $0.id < $1.id }
        var moves: [Move] = []
        for event in self.events {
            let target = Target(event)
            moves.append(
                Move(
                    event: event, target: target,
                    isRollback: Self.isRollback(event, to: target, after: moves)))
        }
        self.moves = moves
    }

    /// Returns true if a move leads from one release back to another one from before.
    ///
    /// An event that keeps a side of a conflict copies it, and is not a rollback.
    private static func isRollback(_ event: Event, to target: Target, after moves: [Move]) -> Bool {
        guard let commit = target.release?.commit, event.copies == nil else { return false }
        let seen = moves.lastIndex { $0.event.id == event.base } ?? moves.endIndex - 1
        let earlier = moves.prefix(seen + 1).compactMap(\.target.release?.commit)
        return earlier.last != commit && earlier.contains(commit)
    }

    /// The channel's current state, or nil if the channel never existed.
    package var state: ChannelState? { ChannelState(self, events) }

    /// Returns the state that the events up to a time give, or nil if there are none.
    ///
    /// The time is in Unix milliseconds.
    package func state(notAfter time: Int64) -> ChannelState? {
        ChannelState(self, events.filter { Int64($0.id.milliseconds) <= time })
    }

    /// The greatest sequence number that the channel ever had, or 0.
    package var greatestSequence: Int64 { ReleaseChannel.greatestSequence(in: events) }
}

/// A channel at a point in its history.
package struct ChannelState: Sendable {
    /// The channel's name.
    package let name: String
    /// The release that the channel points to.
    package let target: ChannelHistory.Target
    /// The event in effect, which made the channel point there.
    package let event: Event
    /// The concurrent changes that contradict it, which lost.
    package let rivals: [Event]
    /// The heads of the setting's register.
    package let heads: [EventID]

    /// The release, or nil if there is none.
    package var release: ReleaseChannel? { target.release }

    fileprivate init?(_ history: ChannelHistory, _ events: [Event]) {
        let register = SettingState(events: events).register
        guard let current = events.first(where: { $0.id == register.current }) else { return nil }
        name = history.name
        event = current
        target = ChannelHistory.Target(current)
        rivals = events.filter { register.losers.contains($0.id) }
        heads = register.heads
    }
}

extension ChannelHistory.Target {
    fileprivate init(_ event: Event) {
        guard case .settingChanged(_, let value?) = event.payload else {
            self = .nothing
            return
        }
        self = ReleaseChannel(stored: value).map(Self.release) ?? .unreadable
    }
}
