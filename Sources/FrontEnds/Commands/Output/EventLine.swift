import Languages
import Texts
import Translation
import Words
import Workspace

/// An event for display: its time, actor, type, place and text.
struct EventLine {
    private let event: Event
    private let project: Project
    private let style: Style
    private let counting: EventID?
    private let people: People
    private let proponent: Proponent?
    private let releases: ReleaseNames

    /// Creates the display of an event.
    ///
    /// For an alias, `counting` is the event that takes effect instead. `proponent` is the author
    /// of the proposal that the event accepts. `releases` names the releases of channels.
    init(
        _ event: Event, _ project: Project, _ style: Style, _ people: People,
        _ releases: ReleaseNames, counting: EventID? = nil, proponent: Proponent? = nil
    ) {
        self.releases = releases
        self.proponent = proponent
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

    /// The type of the event, and its place.
    ///
    /// For a change of a channel, it describes the change instead.
    var headline: String {
        if case .settingChanged(let name, _) = event.payload,
            ReleaseChannel.name(ofSetting: name) != nil
        {
            return style.bold(Visible.escaping(words.headline))
        }
        let string = event.string(in: project).map { Visible.escaping($0.spelled(in: project)) }
        let place = [place, string].compactMap(\.self).joined(separator: " ")
        return "\(style.bold(Visible.escaping(event.payload.typeName))) \(place)"
    }

    private var place: String? {
        switch event.payload.traits.subject {
        case .setting:
            if case .settingChanged(let name, _) = event.payload {
                Visible.escaping(name)
            } else {
                nil
            }
        case .sourceText: nil
        case .resource: (event.locale == project.source ? "" : "\(event.locale) ") + section
        case .file: "\(event.locale) \(section)"
        case .locale, .translation, .anyText, .unknown: event.locale.rawValue
        }
    }

    private var section: String { Visible.escaping(project.section(named: event.section ?? "")) }

    /// The event's contents, as separate lines.
    var details: [String] {
        ownDetails
            + [
                proponent.map { "proposed by \(Visible.escaping(people.name(of: $0)))" },
                counting.map { style.dim("alias of \($0), which takes effect instead") },
                event.copies.map { style.dim("copies \($0)") },
                event.undoes.isEmpty
                    ? nil
                    : style.dim(
                        "reverts " + event.undoes.map(\.description).joined(separator: ", ")),
            ].compactMap(\.self)
    }

    private var words: EventWords { EventWords(event, releaseName: releases.name) }

    private var ownDetails: [String] {
        let words = words
        return words.facts.map { fact in
            switch fact {
            case .value(let value): Visible.escaping(ValueText.inline(value))
            case .reference(let kind, let id): style.dim("\(kind) \(id)")
            case .words(let words): Visible.escaping(words)
            }
        } + words.remarks.map(Visible.escaping)
    }
}
