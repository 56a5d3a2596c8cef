import ArgumentParser
import Machine
import ReadModel
import Texts
import Translation
import Workspace

/// The options that filter the events of `log`.
struct LogFilters: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @OptionGroup var owner: OwnerOptions

    @Option(
        help: ArgumentHelp(
            "Only by people whose name or address contains this text.", valueName: "text"))
    var author: String?

    @Option(
        help: ArgumentHelp(
            "Only these types, such as proposal.made or proposal.*", valueName: "type,…"))
    var type: String?

    @OptionGroup var times: TimeSpanOptions

    @Option(
        name: [.customShort("n", allowingJoined: true), .customLong("limit")],
        help: ArgumentHelp("Show at most this many events.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit must be 0 or more.") }
    }

    /// Returns the filter for the options; names are resolved in `snapshot`.
    func filter(
        _ locale: LanguageTag?, _ snapshot: Snapshot
    ) throws -> EventFilter {
        let span = try times.span(now: snapshot.host.now())
        let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
        return EventFilter(
            locale: locale, section: choice.section, string: choice.string,
            keyPattern: choice.pattern, guid: try owner.hashed(in: snapshot), author: author,
            types: try type.map(snapshot.eventTypes) ?? [], after: span.after,
            through: span.through,
            limit: limit)
    }
}
