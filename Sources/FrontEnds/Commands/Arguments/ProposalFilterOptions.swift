import ArgumentParser
import Machine
import ReadModel
import Translation
import Workspace

/// The options that select proposals by query instead of by id.
struct ProposalFilterOptions: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language.", valueName: "tag"))
    var locale: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Only by people whose name or address contains this text.", valueName: "text"))
    var author: String?

    @Option(
        help: ArgumentHelp(
            "Only from this origin: human, memory, machine:NAME (with all its models), reference:NAME; machine: matches all machines.",
            valueName: "origin"))
    var origin: String?

    @OptionGroup var times: TimeSpanOptions

    @Flag(help: "Only proposals without findings.")
    var passing = false

    @Flag(help: "Only proposals whose text or source text has changed since they were made.")
    var outdated = false

    /// Whether no option is set.
    var isEmpty: Bool {
        locale == nil && section == nil && key == nil && author == nil && origin == nil
            && times.isEmpty && !passing && !outdated
    }

    /// Returns the selection of proposals, limited to `owner`'s proposals if `owner` is not nil.
    func selection(
        owner: HashedGuid?, states: [Proposal.State], in snapshot: Snapshot
    ) throws -> ProposalSelection {
        let tag = try locale.map(snapshot.language)
        if let tag { try snapshot.requireLocale(tag) }
        let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
        let span = try times.span(now: snapshot.host.now())
        return ProposalSelection(
            ProposalFilter(
                locale: tag, section: choice.section, string: choice.string, owner: owner,
                states: states, origin: origin, keyPattern: choice.pattern, author: author,
                after: span.after,
                through: span.through), isPassing: passing, isOutdated: outdated)
    }
}

/// The options for a span of time.
struct TimeSpanOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only from this time on: 2026-11-21, 2026-11-21T09:30:00Z, yesterday, or an age such as 5m, 36h, 7d, 2w.",
            valueName: "time|age"))
    var since: String?

    @Option(help: ArgumentHelp("Only up to this time.", valueName: "time|age"))
    var until: String?

    /// Whether both ends are open.
    var isEmpty: Bool { since == nil && until == nil }

    /// Returns the ids that bound the span; `now` is in Unix milliseconds.
    func span(now: Int64) throws -> TimeSpan {
        try TimeSpan(since: since, until: until, now: now)
    }
}
