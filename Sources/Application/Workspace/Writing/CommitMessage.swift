import Languages
import Texts
import Translation

/// The commit message of a command, for people who read `git log`.
package struct CommitMessage {
    private let subject: String
    private let body: [String]

    var text: String {
        ([subject] + (body.isEmpty ? [] : [""]) + body).joined(separator: "\n") + "\n"
    }

    /// The maximum width of a key in the subject, in columns.
    private static let keyWidth = 60
    /// The maximum number of strings in the body.
    private static let listed = 100
    /// The maximum number of languages and settings in the subject.
    private static let named = 4

    /// Describes a verb and its object: `propose fr-CA auth:login.title`.
    ///
    /// `testers` are the testers whose proposals were accepted, by the id of the acceptance.
    init(
        verb: String, events: [Event], testers: [EventID: HashedGuid] = [:], in project: Project
    ) {
        var summary = EventSummary(project)
        for event in events { summary.add(event, tester: testers[event.id]) }
        self.init(verb: verb, summary)
    }

    /// Describes a group of requests.
    ///
    /// If only one request produced events, the message is the same as for
    /// ``init(verb:events:in:)``. Otherwise it contains the number of requests, and the subject of
    /// each request.
    init(_ group: GroupDecision, in project: Project) {
        guard group.changes.count > 1 else {
            let change = group.changes.first ?? (verb: "", events: [])
            self.init(
                verb: change.verb, events: change.events, testers: group.testers, in: project)
            return
        }
        var summary = EventSummary(project)
        for event in group.changes.flatMap(\.events) {
            summary.add(event, tester: group.testers[event.id])
        }
        let subjects = group.changes.map {
            CommitMessage(verb: $0.verb, events: $0.events, in: project).subject
        }
        self.init(
            subject: "append \(group.lines.count) events of \(group.changes.count) writers",
            paragraphs: [subjects, Self.takenBack(summary), Self.trailers(summary)])
    }

    /// Creates a message from a subject and paragraphs, which are arrays of lines.
    ///
    /// Git reads trailers from the last paragraph.
    private init(subject: String, paragraphs: [[String]]) {
        self.subject = subject
        body = Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// Describes a verb with a summary of its events.
    init(verb: String, _ summary: EventSummary) {
        let project = summary.project
        let strings = summary.strings
        let locales = summary.locales.sorted().map(\.rawValue)
        let subject: String
        var body: [String] = []
        if let string = strings.first, strings.count == 1 {
            let key = Visible.escaping(string.spelled(in: project))
            let short = DisplayWidth.truncated(key, to: Self.keyWidth)
            let place = summary.isAboutTheSource ? [] : [locales.joined(separator: ", ")]
            subject = ([verb] + place + [short]).joined(separator: " ")
            if short != key { body.append(key) }
        } else if strings.isEmpty {
            subject = ([verb] + Self.others(summary)).joined(separator: " ")
        } else {
            subject =
                "\(verb) \(strings.count) strings in \(Self.joined(locales, "more languages"))"
            body = strings.prefix(Self.listed).map { Visible.escaping($0.spelled(in: project)) }
            if strings.count > Self.listed {
                body.append("and \(strings.count - Self.listed) more")
            }
        }
        self.init(
            subject: subject,
            paragraphs: [body, Self.takenBack(summary), Self.trailers(summary)])
    }

    /// Returns the subject of a commit that restores a number of events.
    package static func restoring(_ count: Int) -> String {
        "restore \(count) event\(count == 1 ? "" : "s")\n"
    }

    /// Returns the message of a commit that drops altered lines of these events.
    package static func dropping(_ ids: [String]) -> String {
        let ids = Set(ids).sorted()
        return "drop altered lines of \(ids.count) event\(ids.count == 1 ? "" : "s")\n\n"
            + ids.prefix(100).map { "\($0)\n" }.joined()
    }

    /// Returns a line for each reverted event, as `git revert` does for the commit.
    private static func takenBack(_ summary: EventSummary) -> [String] {
        let ids = summary.takenBack.sorted()
        let named = ids.prefix(listed).map { "Takes back \($0)" }
        return ids.count > listed ? named + ["and \(ids.count - listed) more"] : named
    }

    /// Returns the changes to objects other than strings, such as `languages de, fr`,
    /// `setting frozen` and `channel beta`.
    private static func others(_ summary: EventSummary) -> [String] {
        let locales = summary.changedLocales.sorted().map(\.rawValue)
        let settings = summary.settings.sorted().map { Visible.escaping($0) }
        let channels = summary.channels.sorted().map { Visible.escaping($0) }
        let files = summary.fileLocales.sorted().map(\.rawValue)
        let changed = [(locales, "language"), (settings, "setting"), (channels, "channel")]
        let isRecord = changed.allSatisfy(\.0.isEmpty)
        return (isRecord ? [(files, "file")] : changed).filter { !$0.0.isEmpty }
            .map { names, kind in "\(kind)\(names.count == 1 ? "" : "s") \(joined(names))" }
    }

    private static func joined(_ names: [String], _ more: String = "more") -> String {
        names.count <= named
            ? names.joined(separator: ", ")
            : names.prefix(named - 1).joined(separator: ", ")
                + " and \(names.count - named + 1) \(more)"
    }

    /// Returns Git's trailers that credit the authors of accepted proposals.
    private static func trailers(_ summary: EventSummary) -> [String] {
        let people = summary.acceptedAuthors.map { author in
            "\(Visible.escaping(author.name)) <\(Visible.escaping(author.email))>"
        }
        let testers = summary.acceptedTesters.map(\.displayName)
        return (people + testers).map { "Proposed-by: \($0)" }.sorted()
    }
}

/// A summary of events for a commit message, which adds one event at a time.
struct EventSummary {
    let project: Project
    /// The strings in the events, without duplicates, in the order of the events.
    private(set) var strings: [StringID] = []
    private var known: Set<StringID> = []
    private(set) var locales: Set<LanguageTag> = []
    /// The languages that were added or removed, or whose attributes changed.
    private(set) var changedLocales: Set<LanguageTag> = []
    /// The names of the changed settings, except for channels.
    private(set) var settings: Set<String> = []
    /// The names of the changed channels.
    private(set) var channels: Set<String> = []
    /// The languages of the files whose contents are recorded.
    private(set) var fileLocales: Set<LanguageTag> = []
    private(set) var takenBack: [EventID] = []
    /// The authors of the accepted proposals.
    private(set) var acceptedAuthors: Set<Actor> = []
    private(set) var acceptedTesters: Set<HashedGuid> = []
    /// Whether all events define or remove strings.
    private(set) var isAboutTheSource = true

    init(_ project: Project) { self.project = project }

    /// Adds an event; `tester` is the author of the proposal that it accepts, if that is a tester.
    mutating func add(_ event: Event, tester: HashedGuid? = nil) {
        if let tester { acceptedTesters.insert(tester) }
        // The message mentions files only if there are no strings, languages or settings to
        // describe.
        if case .fileRead = event.payload {
            takenBack += event.undoes
            fileLocales.insert(event.locale)
            return
        }
        if let string = event.string(in: project), known.insert(string).inserted {
            strings.append(string)
        }
        locales.insert(event.locale)
        takenBack += event.undoes
        let isDefinition =
            event.payload.traits.subject == .sourceText && event.locale == project.source
        if !isDefinition { isAboutTheSource = false }
        switch event.subject(in: project) {
        case .locale(let locale): changedLocales.insert(locale)
        case .setting(let name):
            if let channel = ReleaseChannel.name(ofSetting: name.string) {
                channels.insert(channel)
            } else {
                settings.insert(name.string)
            }
        case .resource, .file, .unit, nil: break
        }
        if case .proposalAccepted(let acceptance) = event.payload, let author = acceptance.author {
            acceptedAuthors.insert(author)
        }
    }
}
