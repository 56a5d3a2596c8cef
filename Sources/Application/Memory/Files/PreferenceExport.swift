import JSON
import ReadModel
package import Texts
import Translation
package import Workspace

/// Preferred and rejected translations of the same source texts, as JSON lines.
///
/// Such pairs serve to train or to test language models.
package struct PreferenceExport: Sendable {
    package let bytes: [UInt8]
    /// The number of pairs, one on each line.
    package let pairs: Int

    /// Pairs each rejected proposal with the texts that reviewers preferred for the same source
    /// text: accepted proposals, and the current text.
    ///
    /// `locales` are the languages besides the source language; if empty, all languages are
    /// written. Languages, strings and proposals are in a fixed order, so the same log gives the
    /// same bytes. Throws `unknown-language`. Cost: reads the proposals, and each string that has a
    /// rejected one.
    package init(_ snapshot: Snapshot, of locales: [LanguageTag] = []) throws {
        for locale in locales { try snapshot.requireLocale(locale) }
        let source = snapshot.project.source
        let languages = try locales.isEmpty ? snapshot.locales() : locales
        var lines: [UInt8] = []
        var count = 0
        for locale in languages where locale != source {
            let rows = try snapshot.model.proposals(
                ProposalFilter(locale: locale, states: [.rejected]))
            var seen: Set<StringID> = []
            for row in rows where seen.insert(row.string).inserted {
                let unit = try snapshot.model.unit(locale, row.string)
                for pair in unit.preferences {
                    lines += pair.line(for: row.string, in: locale)
                    count += 1
                }
            }
        }
        bytes = lines
        pairs = count
    }
}

/// A preferred and a rejected translation of a source text.
private struct Preference {
    let source: Definition
    let preferred: (value: Value, origin: Origin)
    let rejected: Proposal

    func line(for string: StringID, in locale: LanguageTag) -> [UInt8] {
        CanonicalJSON.encode { members in
            members.add("locale", locale.rawValue)
            members.add("section", string.section)
            members.add("key", string.key)
            members.add("source", source.value.json)
            members.add("comment", source.comment)
            members.add("accepted", preferred.value.json)
            members.add("acceptedOrigin", preferred.origin.description)
            members.add("rejected", rejected.proposed.value.json)
            members.add("rejectedOrigin", rejected.proposed.origin.description)
            guard case .proposalRejected(let verdict)? = rejected.decision?.payload else { return }
            members.add("code", verdict.code?.rawValue)
            members.add("reason", verdict.reason)
        } + [UInt8(ascii: "\n")]
    }
}

extension Unit {
    /// The rejected proposals with each text that was preferred for the same source text.
    fileprivate var preferences: [Preference] {
        var preferred: [(source: EventID, value: Value, origin: Origin)] = []
        func add(_ source: EventID?, _ value: Value, _ origin: Origin) {
            guard let source else { return }
            let isKnown = preferred.contains {
                $0.value == value && definitions[$0.source]?.value == definitions[source]?.value
            }
            if !isKnown { preferred.append((source, value, origin)) }
        }
        for proposal in proposals {
            // Nobody preferred a text that was accepted unseen.
            guard case .proposalAccepted(let acceptance)? = proposal.decision?.payload,
                proposal.state == .accepted, acceptance.sample != .unseen
            else { continue }
            // Whoever edited the text wrote what was preferred.
            let isEdited = acceptance.value != proposal.proposed.value
            add(
                proposal.event.source, acceptance.value,
                isEdited ? .human : proposal.proposed.origin)
        }
        // A text that somebody set instead of a rejected proposal is preferred, too.
        if let text, !text.isFlagged, !text.event.isAcceptance, !text.authorship.isMachine {
            add(text.event.source, text.value, .human)
        }
        return proposals.filter { $0.state == .rejected }.flatMap { rejected in
            guard let id = rejected.event.source, let source = definitions[id] else {
                return [Preference]()
            }
            return preferred.filter {
                definitions[$0.source]?.value == source.value
                    && $0.value != rejected.proposed.value
            }.map {
                Preference(
                    source: source, preferred: ($0.value, $0.origin), rejected: rejected)
            }
        }
    }
}

extension Event {
    /// True if the event accepts a proposal.
    fileprivate var isAcceptance: Bool {
        if case .proposalAccepted = payload { true } else { false }
    }
}
