import EventStore
import Git
import GitEventStore
import Languages
import Machine
import ReadModel
public import Texts
import Translation

/// A point in the log's history to read from.
public enum Moment: Sendable {
    /// The newest state of the branch.
    case tip
    /// The tree of a commit, in Git notation: a branch, a tag, an id, `HEAD~3`, `@{yesterday}`.
    case revision(String)
    /// The events at the tip with ids up to a time in Unix milliseconds.
    case time(Int64)

    /// Parses the time of `--at`: RFC 3339, or a date, which means the end of that day in UTC.
    public static func time(text: String) throws -> Moment {
        guard let milliseconds = Timestamp.milliseconds(text), milliseconds >= 0 else {
            throw Refusal(
                .invalidTime, "“\(text)” is not a valid time.",
                hint: "Write 2026-11-21, or 2026-11-21T09:30:00Z.")
        }
        return .time(milliseconds)
    }
}

extension Workspace {
    /// Runs `body` with the state at a moment, for the given languages and their fallback chains.
    ///
    /// The tip is read from the database on disk. A past state is folded in memory. Cost: reads the
    /// events in these languages, or in all languages if `locales` is `nil`. As with ``read(_:)``,
    /// `body` must not use the workspace.
    public func read<Result>(
        at moment: Moment, locales: [LanguageTag]? = nil, _ body: (Snapshot) throws -> Result
    ) throws -> Result {
        if case .tip = moment { return try read { try $0.readWarning(body) } }
        return try read { try $0.read(moment, locales, body) }.result(in: log, body)
    }
}

extension SnapshotReader {
    /// Runs `body` with the state at a moment, as ``Workspace/read(at:locales:_:)`` does.
    public func read<Result>(
        at moment: Moment, locales: [LanguageTag]? = nil, _ body: (Snapshot) throws -> Result
    ) throws -> Result {
        if case .tip = moment { return try read { try $0.readWarning(body) } }
        return try read { try $0.read(moment, locales, body) }.result(in: log, body)
    }
}

/// The outcome of a read at the tip: the result, or a past state to run `body` with.
private enum PastRead<Result> {
    case result(Result)
    case past(Projection)

    func result(in log: ProjectLog, _ body: (Snapshot) throws -> Result) throws -> Result {
        switch self {
        case .result(let result): result
        case .past(let past):
            try past.read { try Snapshot(log, $0, isPast: true).readWarning(body) }
        }
    }
}

extension Snapshot {
    /// Runs `body` with this state, or returns a past state if the moment requires one.
    fileprivate func read<Result>(
        _ moment: Moment, _ locales: [LanguageTag]?, _ body: (Snapshot) throws -> Result
    ) throws -> PastRead<Result> {
        if let past = try past(moment, locales: locales) { return .past(past) }
        return .result(try readWarning(body))
    }

    /// Runs `body`, and warns about events from versions that this program does not support.
    fileprivate func readWarning<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        if let version = try model.newerVersion() {
            warn?(
                "The log has events of version \(Event.spelled(version: version)), which this "
                    + "program does not support."
            )
        }
        return try body(self)
    }
}

extension Snapshot {
    /// Folds an earlier state in memory, or returns `nil` if the moment is the state of this
    /// snapshot.
    ///
    /// This snapshot must be the tip.
    func past(_ moment: Moment, locales: [LanguageTag]?) throws -> Projection? {
        switch moment {
        case .tip: return nil
        case .revision(let revision):
            let position = try position(of: revision)
            guard try position.tree != self.position?.tree else { return nil }
            return try closed(under: locales) { locales in
                try .inMemory(
                    project: project, store: store, position: position,
                    folders: try folders(of: locales))
            }
        case .time(let milliseconds):
            try requireStarted(at: milliseconds)
            return try closed(under: locales) { locales in
                try .inMemory(
                    copying: model, notAfter: UInt64(milliseconds), locales: locales)
            }
        }
    }

    /// Rejects a time before the log's first event, and warns about a time at least a day in the
    /// future.
    private func requireStarted(at milliseconds: Int64) throws {
        if let first = try model.firstEventID(), milliseconds < Int64(first.milliseconds) {
            let start = Timestamp.text(milliseconds: Int64(first.milliseconds))
            throw Refusal(
                .invalidTime, "The log begins later: its first event is from \(start).",
                hint:
                    "Specify that time or a later one. A date without a time means the end of that day in UTC.",
                nearest: [String(start.prefix(Timestamp.dateLength))])
        }
        // Today's date means the end of the day, which is deliberately later than now.
        if milliseconds - host.now() >= Timestamp.day {
            warn?("This time is in the future, so the newest state is shown.")
        }
    }

    /// Folds a past state of the requested languages and the languages in their fallback chains at
    /// that time.
    ///
    /// The chains are part of the past state, so the tip's chains are tried first. If the past
    /// chains contain other languages, the state is folded again with those. All languages are
    /// folded if, at the tip, events in one language affect another, or if a text was copied from
    /// an event that was not folded.
    private func closed(
        under locales: [LanguageTag]?, _ fold: ([LanguageTag]?) throws -> Projection
    ) throws -> Projection {
        guard let locales, try !model.hasEventsAcrossLanguages() else { return try fold(nil) }
        var wanted = Set(locales).union(try chains(of: locales, in: model))
        while true {
            let past = try fold(wanted.sorted())
            guard try !past.read({ try $0.copiesAbsentEvents() }) else { return try fold(nil) }
            let needed = try past.read { try chains(of: locales, in: $0) }
            guard !wanted.isSuperset(of: needed) else { return past }
            wanted.formUnion(needed)
        }
    }

    private func chains(of locales: [LanguageTag], in model: ReadModel) throws -> [LanguageTag] {
        try locales.flatMap { try model.locale($0)?.attributes?.fallback ?? [] }
    }

    /// Returns the folders that contain the events in some languages, or `nil` for all folders.
    ///
    /// An event belongs to the language in its line, not to the language of its folder. If any
    /// events are in the wrong folder, all folders are read.
    private func folders(of locales: [LanguageTag]?) throws -> [String]? {
        guard let locales, try !model.hasStrayEvents() else { return nil }
        return Set(locales + [project.source]).sorted().map {
            FolderName.folder(ofTag: $0.rawValue)
        }
    }

    /// Returns true if the project has the language at that moment.
    public func hasLocale(_ locale: LanguageTag) throws -> Bool {
        try locale == project.source || model.locale(locale)?.exists == true
    }

    /// Throws if the project lacks the language at that moment.
    public func requireLocale(_ locale: LanguageTag) throws {
        guard try !hasLocale(locale) else { return }
        throw Refusal(
            .unknownLanguage, "The project has no language \(locale).",
            hint: .addLanguage(locale),
            nearest: try nearestInPast(to: .locale(locale)), missing: .locale(locale))
    }

    /// Throws if the section has no strings at that moment, unless it is the default section.
    public func requireSection(_ name: String) throws {
        let section = section(name)
        let known = try model.sections()
        guard !section.hasSameBytes(as: project.defaultSection),
            !known.contains(where: section.hasSameBytes)
        else { return }
        throw Refusal(
            .unknownKey, "There is no section “\(Visible.escaping(name))”.",
            hint: known.isEmpty
                ? "There are no strings." : .thereAre(known),
            nearest: NearestMatches.of(section, among: known))
    }

    /// Throws if the string does not exist at that moment.
    public func requireString(_ string: StringID) throws {
        guard try !model.exists(string) else { return }
        throw Refusal(
            .unknownKey, "There is no string “\(string.spelled(in: project))”.",
            hint: .searchStrings,
            nearest: try nearestInPast(to: .string(string)), missing: .string(string))
    }

    /// Returns the names that are most similar to a missing name, if this is a past state.
    ///
    /// They are collected now, because the past state no longer exists when the refusal is shown.
    private func nearestInPast(to missing: Refusal.Missing) throws -> [String] {
        isPast ? try nearest(to: missing) : []
    }
}
