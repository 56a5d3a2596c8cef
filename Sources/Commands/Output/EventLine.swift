import JSON
import Languages
import Translation

/// An event as people read it: when, who, what, where, and the text.
struct EventLine {
    private let event: Event
    private let project: Project
    private let style: Style

    init(_ event: Event, _ project: Project, _ style: Style) {
        self.event = event
        self.project = project
        self.style = style
    }

    var text: String {
        let who = event.actor.map { Visible.escaping($0.name) } ?? "somebody"
        let place = [
            place, event.string(in: project).map { Visible.escaping($0.spelled(in: project)) },
        ].compactMap(\.self).joined(separator: " ")
        var lines =
            "\(style.yellow(event.id.description)) \(style.dim(Visible.escaping(event.at))) \(who)\n"
            + "    \(style.bold(Visible.escaping(event.payload.typeName))) \(place)\n"
        for line in details { lines += "    \(line)\n" }
        return lines
    }

    private var place: String? {
        switch event.payload {
        case .settingChanged(let name, _): Visible.escaping(name)
        case .stringDefined, .stringRemoved: nil
        default: event.locale.rawValue
        }
    }

    private var details: [String] {
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
        case .commentAdded(_, let text): [Visible.escaping(text)]
        case .localeAdded(let attributes):
            ["falls back to " + attributes.fallback.map(\.rawValue).joined(separator: ", ")]
        case .settingChanged(_, let value):
            [value.map { String(decoding: CanonicalJSON.encode($0), as: UTF8.self) } ?? "default"]
        default: []
        }
    }

    private func shown(_ value: Value) -> String {
        Visible.escaping(ValueText.inline(value))
    }
}
