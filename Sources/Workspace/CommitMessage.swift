import Languages
import Translation

/// What a command's commit says to people who read `git log`.
struct CommitMessage {
    private let subject: String
    private let body: [String]

    var text: String {
        ([subject] + (body.isEmpty ? [] : [""]) + body).joined(separator: "\n") + "\n"
    }

    /// How many columns of a key the subject shows.
    private static let keyWidth = 60
    /// How many strings the body names.
    private static let listed = 100

    /// Describes what a verb did to a place: `propose fr-CA auth:login.title`.
    init(verb: String, events: [Event], in project: Project) {
        let strings = Self.unique(events.compactMap { $0.string(in: project) })
        let locales = Set(events.map(\.locale)).sorted().map(\.rawValue)
        var body: [String] = []
        if let string = strings.first, strings.count == 1 {
            let key = Visible.escaping(string.spelled(in: project))
            let short = DisplayWidth.truncated(key, to: Self.keyWidth)
            let place =
                Self.isAboutTheSource(events, project) ? [] : [locales.joined(separator: ", ")]
            subject = ([verb] + place + [short]).joined(separator: " ")
            if short != key { body.append(key) }
        } else if strings.isEmpty {
            subject = verb
        } else {
            subject = "\(verb) \(strings.count) strings in \(Self.joined(locales))"
            body = strings.prefix(Self.listed).map { Visible.escaping($0.spelled(in: project)) }
            if strings.count > Self.listed {
                body.append("and \(strings.count - Self.listed) more")
            }
        }
        // Git takes the last paragraph for trailers.
        let paragraphs = [body, Self.takenBack(events), Self.trailers(events)]
        self.body = Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The events that these take back, as `git revert` names its commit.
    private static func takenBack(_ events: [Event]) -> [String] {
        let ids = events.flatMap(\.undoes).sorted()
        let named = ids.prefix(listed).map { "Takes back \($0)" }
        return ids.count > listed ? named + ["and \(ids.count - listed) more"] : named
    }

    private static func isAboutTheSource(_ events: [Event], _ project: Project) -> Bool {
        events.allSatisfy { event in
            switch event.payload {
            case .stringDefined, .stringRemoved: event.locale == project.source
            default: false
            }
        }
    }

    private static func unique(_ strings: [StringID]) -> [StringID] {
        var seen: Set<StringID> = []
        return strings.filter { seen.insert($0).inserted }
    }

    private static func joined(_ locales: [String]) -> String {
        locales.count <= 4
            ? locales.joined(separator: ", ")
            : locales.prefix(3).joined(separator: ", ") + " and \(locales.count - 3) more languages"
    }

    /// Git's own form of credit for those whose proposals were accepted.
    private static func trailers(_ events: [Event]) -> [String] {
        let authors = events.compactMap { event in
            if case .proposalAccepted(let acceptance) = event.payload {
                acceptance.author
            } else {
                nil
            }
        }
        return Set(authors).map { author in
            "Proposed-by: \(Visible.escaping(author.name)) <\(Visible.escaping(author.email))>"
        }.sorted()
    }
}
