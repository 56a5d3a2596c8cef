import JSON
import Languages
import Texts
import Translation
import Workspace

/// An event as people read it: when, who, what, where, and the text.
struct EventLine {
    private let event: Event
    private let project: Project
    private let style: Style
    private let counting: EventID?
    private let people: People

    /// Takes an event, and the one that counts in its place where it is an alias.
    init(
        _ event: Event, _ project: Project, _ style: Style, _ people: People,
        counting: EventID? = nil
    ) {
        self.people = people
        self.event = event
        self.project = project
        self.style = style
        self.counting = counting
    }

    var text: String {
        let who = event.who(people)
        var lines =
            "\(style.yellow(event.id.description)) \(style.dim(Visible.escaping(event.at))) \(who)\n"
            + "    \(headline)\n"
        for line in details { lines += "    \(line)\n" }
        return lines
    }

    /// What happened, and to what.
    var headline: String {
        let string = event.string(in: project).map { Visible.escaping($0.spelled(in: project)) }
        let place = [place, string].compactMap(\.self).joined(separator: " ")
        return "\(style.bold(Visible.escaping(event.payload.typeName))) \(place)"
    }

    private var place: String? {
        switch event.payload {
        case .settingChanged(let name, _): Visible.escaping(name)
        case .stringDefined, .stringRemoved: nil
        case .resourceDefined:
            (event.locale == project.source ? "" : "\(event.locale) ")
                + Visible.escaping(project.section(named: event.section ?? ""))
        case .fileRead:
            "\(event.locale) " + Visible.escaping(project.section(named: event.section ?? ""))
        default: event.locale.rawValue
        }
    }

    /// What the event says, a line each.
    var details: [String] {
        ownDetails
            + [
                counting.map { style.dim("alias of \($0), which counts") },
                event.copies.map { style.dim("copies \($0)") },
                event.undoes.isEmpty
                    ? nil
                    : style.dim(
                        "takes back " + event.undoes.map(\.description).joined(separator: ", ")),
            ].compactMap(\.self)
    }

    private var ownDetails: [String] {
        switch event.payload {
        case .stringDefined(let definition):
            [shown(definition.value)]
                + [definition.comment.map { "# " + Visible.escaping($0) }]
                .compactMap(\.self)
        case .translationSet(let value): [shown(value)]
        case .proposalAccepted(let acceptance):
            [shown(acceptance.value), style.dim("proposal \(acceptance.proposal)")]
        case .proposalMade(let proposed):
            [shown(proposed.value)]
                + [proposed.note.map { "note: " + Visible.escaping($0) }].compactMap(\.self)
        case .proposalRejected, .proposalDeleted, .proposalReopened, .proposalEndorsed:
            [
                event.payload.proposal.map { style.dim("proposal \($0)") },
                event.reasonText.map(Visible.escaping),
            ].compactMap(\.self)
        case .translationReviewed(let text, let reason), .translationFlagged(let text, let reason):
            [style.dim("text \(text)"), reason.map(Visible.escaping)].compactMap(\.self)
        case .commentAdded(let proposal, let text, _):
            [proposal.map { style.dim("proposal \($0)") }, Visible.escaping(text)]
                .compactMap(\.self)
        case .checkSilenced(let check, let reason):
            [Visible.escaping(check), reason.map(Visible.escaping)].compactMap(\.self)
        case .localeAdded(let attributes):
            attributes.fallback.isEmpty
                ? []
                : ["falls back to " + attributes.fallback.map(\.rawValue).joined(separator: ", ")]
        case .settingChanged(_, let value):
            [
                value.map {
                    Visible.escaping(String(decoding: CanonicalJSON.encode($0), as: UTF8.self))
                } ?? "default"
            ]
        case .resourceDefined(let file):
            [file.format, file.pattern, file.path].compactMap(\.self).map(Visible.escaping)
                + [file.skeleton.map(Self.shownSkeleton)].compactMap(\.self)
        case .fileRead(let read):
            [Visible.escaping(read.format)]
                + (read.marks.isEmpty
                    ? []
                    : [
                        "says something new of \(read.marks.count) "
                            + (read.marks.count == 1 ? "string" : "strings")
                    ])
        default: []
        }
    }

    /// A file may have thousands of lines.
    private static func shownSkeleton(_ skeleton: String) -> String {
        let count = skeleton.split(whereSeparator: \.isNewline).count
        return count == 0
            ? "nothing kept for the file"
            : "kept for the file: \(count) \(count == 1 ? "line" : "lines")"
    }

    private func shown(_ value: Value) -> String {
        Visible.escaping(ValueText.inline(value))
    }
}
