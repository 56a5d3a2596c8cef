import Hosting
import Interchange
import Logging
import Machine
import ReadModel
import Texts
import Translation
import Workspace

/// Writes missing keys reported by apps, as proposals for the source language.
struct MissingKeyWriter: Sendable {
    let projects: OpenProjects
    let metrics: MetricsRegistry
    /// The state directory, which contains the key that the guids of these proposals are derived
    /// from.
    let stateDirectory: String
    let host: Host
    let logger: Logger

    /// The time without a new key after which the collected keys are written.
    let quiet: Duration

    /// The maximum number of open proposals of this kind per project.
    static let mostOpen = 10_000

    /// The interval between checks for keys that are due.
    private static let interval = Duration.milliseconds(100)

    /// Writes keys when they are due until the task is cancelled, and then writes all remaining
    /// keys.
    func run() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.interval) } catch { break }
            await write()
        }
        // The remaining keys are written in a new task, because a cancelled task cannot write.
        await Task { await write(all: true) }.value
    }

    /// Writes the keys that are due in all projects, or all keys if `all` is true.
    func write(all: Bool = false) async {
        for project in projects.open {
            let reports = project.missingKeys.take(all: all, after: quiet)
            guard !reports.isEmpty else { continue }
            do {
                try await write(reports, in: project)
            } catch {
                project.missingKeys.putBack(reports)
                let reason = Refusal(error)?.message ?? "\(error)"
                logger.warning(
                    "Cannot write missing keys: \(reason)",
                    metadata: ["project": .string(project.settings.name)])
            }
            observe(project)
        }
    }

    private func write(_ reports: [MissingKeys.Report], in project: ProjectHost) async throws {
        let key = try StateKey(named: "i18next", in: stateDirectory, on: host)
        let guid = HashedGuid(
            guid: key.guid(for: "i18next", in: project.project), project: project.project)
        let source = project.project.source
        let wanted = try await project.read { try Self.strings(reports, in: $0) }
        guard !wanted.isEmpty else { return }
        let open = try await openCount(of: guid, in: project)
        let strings = wanted.prefix(max(0, Self.mostOpen - open))
        if strings.count < wanted.count {
            project.missingKeys.noteDropped(wanted.count - strings.count)
            logger.notice(
                "Missing keys were dropped, because \(open) are already waiting for a decision.",
                metadata: [
                    "project": .string(project.settings.name),
                    "dropped": .stringConvertible(wanted.count - strings.count),
                ])
        }
        guard !strings.isEmpty else { return }
        let receipt = try await project.submit(
            WriteRequest("propose", actor: nil, guid: guid, isStrict: project.settings.isStrict) {
                state in
                // The keys may have been added since they were looked up.
                .batch(
                    try strings.filter { try Self.isMissing($0.string, state) }.map {
                        .propose(
                            source, $0.string, ProposeOptions(value: $0.value, isNew: true))
                    })
            })
        project.testers.note(open + receipt.outcome.events.count, openOf: guid)
    }

    /// A string that is missing in the source language, with the text that the app shows instead.
    private struct Missing: Sendable {
        let string: StringID
        let value: Value
    }

    /// Returns the reported strings that are missing in the source language.
    ///
    /// Reads the known strings of each section only once.
    private static func strings(
        _ reports: [MissingKeys.Report], in snapshot: Snapshot
    ) throws -> [Missing] {
        let source = snapshot.project.source
        var sections: [String] = []
        var keys: [String: [MissingKeys.Report]] = [:]
        for report in reports {
            let section = snapshot.section(report.string.section)
            if keys[section] == nil { sections.append(section) }
            keys[section, default: []].append(report)
        }
        var missing: [Missing] = []
        for section in sections {
            var collected = I18nextMissingKeys(section: section)
            for report in keys[section] ?? [] {
                // i18next shows the key if the caller gives no default text.
                collected.add(
                    report.string.key, report.text.isEmpty ? report.string.key : report.text)
            }
            let known = try snapshot.model.sourceStrings(section: section)
            let shape = SourceShape(
                values: Dictionary(
                    known.map { ($0.string, $0.value) }, uniquingKeysWith: { first, _ in first }))
            for entry in try collected.strings(beside: shape, sourceLanguage: source) {
                guard let value = entry.value, try isMissing(entry.string, snapshot.model) else {
                    continue
                }
                missing.append(Missing(string: entry.string, value: value))
            }
        }
        return missing
    }

    /// Returns true if the source language has neither a definition nor an open proposal for a
    /// string.
    private static func isMissing(
        _ string: StringID, _ state: some StateReader
    ) throws -> Bool {
        let unit = try state.unit(state.project.source, string)
        return unit.definitions.current == nil && !unit.proposals.contains { $0.state == .open }
    }

    private func openCount(of guid: HashedGuid, in project: ProjectHost) async throws -> Int {
        if let count = project.testers.open(of: guid), count < Self.mostOpen { return count }
        let filter = ProposalFilter(owner: guid, states: [.open], limit: Self.mostOpen)
        return try await project.read { try $0.model.proposals(filter).count }
    }

    private func observe(_ project: ProjectHost) {
        metrics.set(
            "dragoman_missing_keys_dropped",
            "Missing i18next keys dropped since the start, because too many were waiting.",
            labels: ["project": project.settings.name], to: Double(project.missingKeys.dropped))
    }
}
