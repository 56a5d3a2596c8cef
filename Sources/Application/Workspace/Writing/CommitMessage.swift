import Languages
import Texts
import Translation

/// What a command's commit says to people who read `git log`.
package struct CommitMessage {
    private let subject: String
    private let body: [String]

    var text: String {
        ([subject] + (body.isEmpty ? [] : [""]) + body).joined(separator: "\n") + "\n"
    }

    /// How many columns of a key the subject shows.
    private static let keyWidth = 60
    /// How many strings the body names.
    private static let listed = 100
    /// How many languages and settings the subject names.
    private static let named = 4

    /// Describes what a verb did to a place: `propose fr-CA auth:login.title`.
    init(verb: String, events: [Event], in project: Project) {
        var summary = EventSummary(project)
        for event in events { summary.add(event) }
        self.init(verb: verb, summary)
    }

    /// Describes a group: as ``init(verb:events:in:)`` does if one request led to events, otherwise by their number and
    /// the subject of each.
    init(_ group: GroupDecision, in project: Project) {
        guard group.changes.count > 1 else {
            let change = group.changes.first ?? (verb: "", events: [])
            self.init(verb: change.verb, events: change.events, in: project)
            return
        }
        var summary = EventSummary(project)
        for event in group.changes.flatMap(\.events) { summary.add(event) }
        let subjects = group.changes.map {
            CommitMessage(verb: $0.verb, events: $0.events, in: project).subject
        }
        self.init(
            subject: "append \(group.lines.count) events of \(group.changes.count) writers",
            paragraphs: [subjects, Self.takenBack(summary), Self.trailers(summary)])
    }

    /// Takes a subject, and paragraphs line by line.
    ///
    /// Git reads trailers from the last one.
    private init(subject: String, paragraphs: [[String]]) {
        self.subject = subject
        body = Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// Describes what a verb did by a summary of its events.
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

    /// The first line of a commit that adds so many events again.
    package static func restoring(_ count: Int) -> String {
        "restore \(count) event\(count == 1 ? "" : "s")\n"
    }

    /// The message of a commit that drops altered lines of these events.
    package static func dropping(_ ids: [String]) -> String {
        let ids = Set(ids).sorted()
        return "drop altered lines of \(ids.count) event\(ids.count == 1 ? "" : "s")\n\n"
            + ids.prefix(100).map { "\($0)\n" }.joined()
    }

    /// The events that these take back, as `git revert` names its commit.
    private static func takenBack(_ summary: EventSummary) -> [String] {
        let ids = summary.takenBack.sorted()
        let named = ids.prefix(listed).map { "Takes back \($0)" }
        return ids.count > listed ? named + ["and \(ids.count - listed) more"] : named
    }

    /// `languages de, fr`, `setting frozen`: what else than strings events are about.
    private static func others(_ summary: EventSummary) -> [String] {
        let locales = summary.changedLocales.sorted().map(\.rawValue)
        let settings = summary.settings.sorted().map { Visible.escaping($0) }
        let files = summary.fileLocales.sorted().map(\.rawValue)
        let changed = [(locales, "language"), (settings, "setting")]
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

    /// Git's own form of credit for those whose proposals were accepted.
    private static func trailers(_ summary: EventSummary) -> [String] {
        summary.acceptedAuthors.map { author in
            "Proposed-by: \(Visible.escaping(author.name)) <\(Visible.escaping(author.email))>"
        }.sorted()
    }
}

/// What a commit's message needs to know of its events, gathered one by one.
struct EventSummary {
    let project: Project
    /// The strings that are spoken of, each once, in the order of the events.
    private(set) var strings: [StringID] = []
    private var known: Set<StringID> = []
    private(set) var locales: Set<LanguageTag> = []
    /// The languages that come, go or get other attributes.
    private(set) var changedLocales: Set<LanguageTag> = []
    /// The names of the settings that change.
    private(set) var settings: Set<String> = []
    /// The languages of the files of which is recorded what they say.
    private(set) var fileLocales: Set<LanguageTag> = []
    /// The events that are taken back.
    private(set) var takenBack: [EventID] = []
    /// Whose proposals were accepted.
    private(set) var acceptedAuthors: Set<Actor> = []
    /// Whether all define or remove strings.
    private(set) var isAboutTheSource = true

    init(_ project: Project) { self.project = project }

    mutating func add(_ event: Event) {
        // What files say goes with the texts, if there are any.
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
        case .setting(let name): settings.insert(name.string)
        case .resource, .file, .unit, nil: break
        }
        if case .proposalAccepted(let acceptance) = event.payload, let author = acceptance.author {
            acceptedAuthors.insert(author)
        }
    }
}
