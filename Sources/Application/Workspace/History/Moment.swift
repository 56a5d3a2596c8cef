import EventStore
import Git
import GitEventStore
import Languages
import Machine
import ReadModel
public import Texts
import Translation

/// A point of the log's history that a reading command looks at.
public enum Moment: Sendable {
    /// The newest state of the branch.
    case tip
    /// The tree of a commit, as Git names it: a branch, a tag, an id, `HEAD~3`, `@{yesterday}`.
    case revision(String)
    /// The tip's events whose ids are not later than a time in Unix milliseconds.
    case time(Int64)

    /// Reads the time of `--at`: RFC 3339, or a date, which means its end in UTC.
    public static func time(text: String) throws -> Moment {
        guard let milliseconds = Timestamp.milliseconds(text), milliseconds >= 0 else {
            throw Refusal(
                .invalidTime, "“\(text)” is no time.",
                hint: "Write 2026-11-21, or 2026-11-21T09:30:00Z.")
        }
        return .time(milliseconds)
    }
}

extension Workspace {
    /// Runs `body` with the state at a moment, of the languages that are needed and of their fallback chains.
    ///
    /// The tip is served from the database on disk; a past state is folded in memory from its files, and
    /// costs what these languages hold. Without `locales` all languages are folded. As for ``read(_:)``, the workspace is not to be
    /// used from `body`.
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

/// What came of the tip: the result, or a past state to read it from.
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
    /// Runs `body`, unless the moment is a past one.
    fileprivate func read<Result>(
        _ moment: Moment, _ locales: [LanguageTag]?, _ body: (Snapshot) throws -> Result
    ) throws -> PastRead<Result> {
        if let past = try past(moment, locales: locales) { return .past(past) }
        return .result(try readWarning(body))
    }

    /// Runs `body`, and warns of events that this program does not know.
    fileprivate func readWarning<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        if let version = try model.newerVersion() {
            warn?(
                "The log has events of version \(Event.spelled(version: version)), which this program does not know."
            )
        }
        return try body(self)
    }
}

extension Snapshot {
    /// A projection in memory of an earlier state; `nil` where the moment is the tip, which this snapshot must be of.
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

    /// Refuses a time before the log's first event, and says where one lies ahead.
    private func requireStarted(at milliseconds: Int64) throws {
        if let first = try model.firstEventID(), milliseconds < Int64(first.milliseconds) {
            let start = Timestamp.text(milliseconds: Int64(first.milliseconds))
            throw Refusal(
                .invalidTime, "The log begins later: its first event is of \(start).",
                hint: "Name a time from then on; a date alone means its end, in UTC.",
                nearest: [String(start.prefix(Timestamp.dateLength))])
        }
        // A bare date of today ends later than now, and is meant.
        if milliseconds - host.now() >= Timestamp.day {
            warn?("This time is yet to come: what is shown is the newest state.")
        }
    }

    /// A past state with the languages that the wanted ones fell back to at that time.
    ///
    /// The chains stand in the state itself: the present ones are tried, and it is folded once more where it
    /// had others. All languages are folded where events of one hang on another's, as the tip has them, or as the
    /// texts that are copied tell.
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

    /// The folders that hold the events of some languages.
    ///
    /// A line's own language decides, not its folder's: where some lie astray, all folders are read.
    private func folders(of locales: [LanguageTag]?) throws -> [String]? {
        guard let locales, try !model.hasStrayEvents() else { return nil }
        return Set(locales + [project.source]).sorted().map {
            FolderName.folder(ofTag: $0.rawValue)
        }
    }

    /// Whether the project has a language at that moment.
    public func hasLocale(_ locale: LanguageTag) throws -> Bool {
        try locale == project.source || model.locale(locale)?.exists == true
    }

    /// Refuses a language that the project does not have at that moment.
    public func requireLocale(_ locale: LanguageTag) throws {
        guard try !hasLocale(locale) else { return }
        throw Refusal(
            .unknownLanguage, "The project has no language \(locale).",
            hint: .addLanguage(locale),
            nearest: try nearestInPast(to: .locale(locale)), missing: .locale(locale))
    }

    /// Refuses a section that has no strings at that moment, but for the default one.
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

    /// Refuses a string that does not exist at that moment.
    public func requireString(_ string: StringID) throws {
        guard try !model.exists(string) else { return }
        throw Refusal(
            .unknownKey, "There is no string “\(string.spelled(in: project))”.",
            hint: .searchStrings,
            nearest: try nearestInPast(to: .string(string)), missing: .string(string))
    }

    /// The names that are most like one that was not found in a past state, which is gone when the refusal is shown.
    private func nearestInPast(to missing: Refusal.Missing) throws -> [String] {
        isPast ? try nearest(to: missing) : []
    }
}
