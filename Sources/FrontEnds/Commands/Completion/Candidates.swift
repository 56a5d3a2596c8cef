import Hosting
import Interchange
import Languages
import Machine
import ReadModel
import Texts
import Translation
import Workspace

/// A possible completion.
struct Candidate: Equatable {
    /// The complete word, without quotes.
    var word: String
    /// A short description.
    var note = ""
}

/// The completions for one place on the command line.
enum Completions: Equatable {
    /// A list of words; if `isOpen` is true, more text may follow in the same word.
    case words([Candidate], isOpen: Bool = false)
    /// File names, which the shell completes itself.
    case files
    /// Directory names, which the shell completes itself.
    case directories
}

/// Finds completions with bounded effort, and ignores errors.
///
/// Outside a repository, finds no completions that depend on a repository.
struct CandidateFinder {
    let session: Session
    let point: CompletionPoint

    /// The maximum number of completions.
    static let limit = 1000

    func completions() -> Completions {
        switch point.slot {
        case .verb: .words(verbs + (point.prefix.isEmpty ? [] : optionNames))
        case .optionName: .words(optionNames)
        case .nothing: .words([])
        case .value(let argument, let position): values(of: argument, at: position)
        }
    }

    private var verbs: [Candidate] {
        point.command.subcommands.filter(\.isShown)
            .map { Candidate(word: $0.name, note: $0.abstract) }
            .filter { $0.word.hasPrefix(point.prefix) }
    }

    private var optionNames: [Candidate] {
        let prefix = point.head + point.prefix
        return point.command.options.filter { option in
            option.isShown
                && (option.isRepeating || option.names.allSatisfy { point.given[$0] == nil })
        }.flatMap { option in
            let names =
                prefix == "-" || prefix.isEmpty
                ? [option.longestName] : option.names.filter { $0.hasPrefix(prefix) }
            return names.map { Candidate(word: $0, note: option.abstract) }
        }
    }

    // MARK: Values

    private func values(of argument: ArgumentNode, at position: Int) -> Completions {
        guard let subject = CompletionSubject.of(argument, in: point.command) else {
            return .words([])
        }
        switch subject {
        case .file: return .files
        case .directory: return .directories
        default: break
        }
        var (head, prefix) = (point.head, point.prefix)
        let isList = CompletionSubject.isList(argument)
        var taken = Set(argument.isRepeating && subject != .place ? point.positionals : [])
        if isList, let comma = prefix.lastIndex(of: ",") {
            taken = Set(prefix[..<comma].split(separator: ",").map(String.init))
            (head, prefix) = Self.split(head, prefix, after: comma)
        } else if subject == .revision, let range = Self.range(in: prefix) {
            (head, prefix) = Self.split(head, prefix, after: prefix.index(before: range))
        }
        // Outside a repository or in a damaged one, there are no completions, and errors are not
        // reported.
        let found = (try? candidates(subject, prefix, at: position)) ?? []
        if case .localeOrFile = subject, found.isEmpty { return .files }
        return .words(
            found.filter { !taken.contains($0.word) }.prefix(Self.limit).map {
                Candidate(word: head + $0.word, note: $0.note)
            }, isOpen: isList)
    }

    private static func split(
        _ head: String, _ prefix: String, after index: String.Index
    ) -> (String, String) {
        let next = prefix.index(after: index)
        return (head + prefix[..<next], String(prefix[next...]))
    }

    /// Returns the start of the second revision in `A..B`.
    private static func range(in text: String) -> String.Index? {
        let dots = text.indices.last { index in
            text[index] == "." && index > text.startIndex && text[text.index(before: index)] == "."
        }
        return dots.map { text.index(after: $0) }
    }

    private func candidates(
        _ subject: CompletionSubject, _ prefix: String, at position: Int
    ) throws -> [Candidate] {
        switch subject {
        case .words(let words): return Self.matching(words.map { Candidate(word: $0) }, prefix)
        case .setting:
            return Self.matching(
                Setting.all.map { Candidate(word: $0.name, note: $0.summary) }, prefix)
        case .channel: return try channels(prefix)
        case .format:
            return Self.matching(
                FileFormats.all.map { Candidate(word: $0.name, note: $0.traits.summary) }, prefix)
        case .file, .directory: return []
        case .locale, .localeOrFile: return try locales(prefix)
        case .place: return try places(prefix, at: position)
        case .key: return try keys(prefix)
        case .section:
            return Self.matching(
                try opened().read { try $0.model.sections() }.map { Candidate(word: $0) }, prefix)
        case .keyOrProposal: return try keys(prefix) + proposals(prefix, states: [])
        case .openProposal: return try proposals(prefix, states: [.open])
        case .anyProposal: return try proposals(prefix, states: [])
        case .token: return try tokens(prefix)
        case .revision:
            return Self.matching(
                try opened().revisionNames().map { Candidate(word: $0) }, prefix)
        case .branch:
            return Self.matching(
                try opened().branchNames().map { Candidate(word: $0) }, prefix)
        }
    }

    private static func matching(_ candidates: [Candidate], _ prefix: String) -> [Candidate] {
        candidates.filter { $0.word.utf8.starts(with: prefix.utf8) }
    }

    /// Returns the active tokens whose ids match the prefix.
    private func tokens(_ prefix: String) throws -> [Candidate] {
        let file = try session.tokens(
            state: point.given["--state"].map(expandingHome),
            configuration: point.given["--config"].map(expandingHome),
            from: point.given["-C"].map(expandingHome))
        let now = session.host.now()
        let active = try file.read().tokens.filter { $0.state(at: now) == .active }
        return Self.matching(
            active.map { Candidate(word: $0.id, note: "\($0.holder), \($0.scope.rawValue)") },
            prefix)
    }

    // MARK: Values of the project

    private func opened() throws -> Workspace {
        let directory = point.given["-C"].map(expandingHome)
        let workspace = try Workspace.open(
            session.directory(named: directory),
            branch: point.given["--branch"] ?? Workspace.defaultBranch, host: session.host)
        session.keep(workspace)
        return workspace
    }

    /// Expands a leading `~`, because the shell passes words as they were typed.
    private func expandingHome(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = session.host.variable("HOME")
        else { return path }
        return home + path.dropFirst()
    }

    /// Returns the channels, with their releases.
    private func channels(_ prefix: String) throws -> [Candidate] {
        try opened().read { snapshot in
            let names = try snapshot.channelReleaseNames()
            return Self.matching(
                try snapshot.channels().map { state in
                    let release = state.release.map { names.name(of: $0.commit) }
                    return Candidate(word: state.name, note: release ?? "")
                }, prefix)
        }
    }

    private func locales(_ prefix: String) throws -> [Candidate] {
        // Accepts common spellings of tags: fr_ca finds fr-CA.
        let wanted = prefix.replacing("_", with: "-").lowercased()
        let tags = try opened().read { try $0.locales() }.map(\.rawValue)
            .filter { $0.lowercased().hasPrefix(wanted) }
        return zip(tags, LanguageName.english(tags)).map { Candidate(word: $0, note: $1) }
    }

    /// Returns languages or keys, as ``PlaceArguments`` interprets the words.
    private func places(_ prefix: String, at position: Int) throws -> [Candidate] {
        let isNamed = point.given["--locale"] != nil
        switch (position, isNamed) {
        case (0, true): return try keys(prefix)
        case (0, false):
            let hasUsual = try opened().defaultLocale() != nil
            return try locales(prefix) + (hasUsual ? keys(prefix) : [])
        case (1, false):
            let tag = try Workspace.language(point.positionals[0]) { _ in }
            guard try opened().read({ try $0.hasLocale(tag) }) else { return [] }
            return try keys(prefix)
        default: return []
        }
    }

    private func keys(_ prefix: String) throws -> [Candidate] {
        try opened().read { snapshot in
            try KeyCandidates(snapshot: snapshot, limit: Self.limit)
                .keys(prefix, section: point.given["--section"])
        }
    }

    private func proposals(_ prefix: String, states: [Proposal.State]) throws -> [Candidate] {
        let workspace = try opened()
        let filter = ProposalFilter(
            locale: try point.given["--locale"].map { try workspace.language($0) },
            section: point.given["--section"].map(workspace.section), states: states,
            limit: Self.limit)
        let rows = try workspace.read { try $0.model.proposals(filter) }
        let short = ShortIDs(rows.map(\.id))
        let wanted = prefix.uppercased()
        let isLower = prefix != wanted
        return rows.reversed().compactMap { row in
            let whole = row.id.description
            let word =
                short[row.id].hasPrefix(wanted)
                ? short[row.id] : wanted.utf8.count >= 4 && whole.hasPrefix(wanted) ? whole : nil
            guard let word, !point.positionals.contains(word) else { return nil }
            let note =
                "\(row.locale) \(row.string.spelled(in: workspace.project)): \(ValueText.inline(row.value))"
            return Candidate(word: isLower ? word.lowercased() : word, note: note)
        }
    }
}
