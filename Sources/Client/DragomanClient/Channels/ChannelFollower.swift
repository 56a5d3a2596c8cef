import Foundation
import Synchronization

/// Follows a channel of a project's releases.
///
/// ```swift
/// let follower = ChannelFollower(settings)
/// resources.update { $0.release = follower.release }
/// if case .updated = await follower.check() {
///     await resources.update { $0.release = follower.release }
/// }
/// ```
///
/// A release is used only if all of this is true: it is signed by a pinned key, it belongs to this
/// project and channel, it is for the app's version, it is newer than every release that the app
/// has seen, and every file has the size and hash in the signed manifest. Otherwise, the app keeps
/// the texts that it has.
public final class ChannelFollower: Sendable {
    private struct State: Sendable {
        var release: TextBundle?
        var newest: NewestRelease?
        var checking: Task<ChannelCheck, Never>?
    }

    private let rules: ReleaseRules
    private let storage: ReleaseStorage
    private let fetcher: any ResourceFetcher
    private let state: Mutex<State>

    /// Reads the newest stored release, and checks it again.
    ///
    /// Takes time linear in the size of the release.
    public init(_ settings: ChannelSettings, fetcher: any ResourceFetcher = URLSessionFetcher()) {
        rules = ReleaseRules(settings: settings)
        storage = ReleaseStorage(rules)
        self.fetcher = fetcher
        var stored = storage.read()
        // An update of the app can contain a newer release than the stored one.
        if let shipped = rules.shipped, let sequence = stored.release?.sequence,
            shipped.sequence >= sequence
        {
            stored.release = nil
        }
        state = Mutex(
            State(
                release: stored.release, newest: .newer(stored.newest, rules.shipped)))
    }

    /// The newest release from the channel, or nil if the built-in texts are newer, or if there is
    /// none.
    ///
    /// A release stays readable until the second newer one was fetched.
    public var release: TextBundle? { state.withLock { $0.release } }

    /// Asks the server for a newer release, fetches it, and stores it.
    ///
    /// Returns when ``release`` is up to date, or the reason why it was kept. If a check is already
    /// in progress, waits for that check. Takes at most ``ChannelSettings/timeout``.
    @discardableResult
    public func check() async -> ChannelCheck {
        let checking = state.withLock { state in
            let task = state.checking ?? Task { await self.fetch() }
            state.checking = task
            return task
        }
        return await checking.value
    }

    private func fetch() async -> ChannelCheck {
        let (release, newest) = state.withLock { ($0.release, $0.newest) }
        let result: Result<TextBundle?, ChannelProblem>
        do throws(ChannelProblem) {
            result = .success(
                try await ReleaseFetch(
                    rules: rules, storage: storage, fetcher: fetcher, release: release,
                    newest: newest
                ).run())
        } catch {
            result = .failure(error)
        }
        return state.withLock { state in
            state.checking = nil
            switch result {
            case .failure(let problem): return .kept(problem)
            case .success(nil): return .unchanged
            case .success(let taken?):
                let sequence = taken.sequence ?? 0
                state.release = taken
                state.newest = .newer(
                    newest, NewestRelease(sequence: sequence, manifest: taken.manifest.hash))
                return .updated(sequence: sequence)
            }
        }
    }
}

/// The result of asking for a newer release.
public enum ChannelCheck: Sendable, Equatable {
    /// A newer release was fetched.
    case updated(sequence: Int64)
    /// The app has the channel's current release.
    case unchanged
    /// The app keeps the texts that it has.
    case kept(ChannelProblem)
}
