import Synchronization
import Workspace

extension OpenProjects {
    /// The intervals between two checks of a waiting request.
    private static let (firstLookout, lastLookout) = (
        Duration.milliseconds(1), Duration.milliseconds(16)
    )

    /// Returns a lease on the project with the given name, and opens the project first if it is
    /// closed.
    ///
    /// The project stays open as long as the lease is held, for example by an event stream, or by
    /// work that must be finished. Its state includes all commits that the checks at the full rate
    /// would have found.
    ///
    /// Throws ``ProjectUnavailable``, or ``Overload`` if the other projects stay in use for too
    /// long.
    package func lease(_ name: String) async throws -> ProjectLease {
        let end = ContinuousClock.now + patience
        let ticket = entries.withLock { entries in
            entries.nextTicket += 1
            return entries.nextTicket
        }
        defer { entries.withLock { entries in _ = entries.waiting.remove(ticket) } }
        var lookout = Self.firstLookout
        while true {
            switch try step(to: name, ticket) {
            case .use(let lease):
                if try await lease.project.freshen(at: now(), patience: patience) { return lease }
                reopen(lease.project)
            case .open(let settings, let seat):
                // The opening goes on if the client of this request disconnects.
                Task { await open(settings, seat) }
            case .wait(let isOpening):
                guard ContinuousClock.now < end else {
                    if isOpening { throw ProjectUnavailable.opening }
                    throw Overload()
                }
                try await Task.sleep(for: lookout)
                lookout = min(lookout * 2, Self.lastLookout)
            }
        }
    }

    private enum Step {
        case use(ProjectLease)
        case open(ProjectSettings, Seat)
        case wait(isOpening: Bool)
    }

    /// Returns the next step in handling a request for a project.
    ///
    /// Requests that wait for a place are served in order of arrival.
    private func step(to name: String, _ ticket: UInt64) throws(ProjectUnavailable) -> Step {
        // A closed project is deinitialized after the lock is released.
        var closed: ProjectHost?
        defer { withExtendedLifetime(closed) {} }
        return try entries.withLock { entries throws(ProjectUnavailable) in
            switch entries.states[name] {
            case .open(let project):
                entries.uses += 1
                return .use(ProjectLease(project, use: entries.uses, at: now()))
            case .waking:
                entries.waiting.remove(ticket)
                return .wait(isOpening: true)
            case .opening: throw .opening
            case .failed(let refusal): throw .failed(refusal)
            case nil: throw .unknown
            case .resting: break
            }
            entries.waiting.insert(ticket)
            guard entries.waiting.min() == ticket else { return .wait(isOpening: false) }
            if entries.openCount >= maximum { closed = closeOne(&entries) }
            guard entries.openCount < maximum, taken.count.load(ordering: .relaxed) < maximum,
                let settings = entries.configuration.project(named: name),
                entries.underWay.insert(Opening(settings)).inserted
            else { return .wait(isOpening: false) }
            entries.states[name] = .waking
            entries.waiting.remove(ticket)
            return .open(settings, Seat(taken))
        }
    }

    /// Closes the least recently used project that is not in use, and returns it.
    ///
    /// A project whose findings or memory are being updated is closed only if no other can be,
    /// because its thread must finish its work first.
    private func closeOne(_ entries: inout Entries) -> ProjectHost? {
        var oldest: (name: String, project: ProjectHost, rank: (Int, UInt64))?
        for (name, state) in entries.states {
            guard case .open(let project) = state, !project.isInUse else { continue }
            let rank = (project.isAtRest ? 0 : 1, project.usage.last.load(ordering: .relaxed))
            if oldest.map({ rank < $0.rank }) ?? true { oldest = (name, project, rank) }
        }
        guard let oldest else { return nil }
        entries.states[oldest.name] = .resting
        return oldest.project
    }

    /// The time after which a project that nobody uses is closed.
    package static let idleTime = Duration.seconds(60)
    /// The time after which the connections of a project that nobody uses are closed.
    private static let connectionTime = Duration.seconds(5)

    /// Closes projects that nobody has used for ``idleTime``, and idle connections of others.
    func closeIdle() {
        let now = now()
        let (closed, idle) = entries.withLock { entries in
            var (closed, idle): ([ProjectHost], [ProjectHost]) = ([], [])
            for (name, state) in entries.states {
                guard case .open(let project) = state, !project.isInUse, project.isAtRest else {
                    continue
                }
                let rest = now - project.usage.lastTime
                if rest >= Self.idleTime {
                    entries.states[name] = .resting
                    closed.append(project)
                } else if rest >= Self.connectionTime {
                    idle.append(project)
                }
            }
            return (closed, idle)
        }
        // The projects are deinitialized after the lock is released.
        withExtendedLifetime(closed) { for project in idle { project.closeIdleConnections() } }
    }
}
