import JSON
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// All the data that a page about one string shows.
struct StringPortrait {
    let json: JSONValue
    let tag: UnitTag
}

extension Snapshot {
    /// Returns a string with its definition, its texts and open proposals in all languages, their
    /// findings, and five neighbours on each side.
    ///
    /// Cost: proportional to the number of languages in the project and to the number of strings in
    /// the section.
    func portrait(of string: StringID, showsAddresses: Bool) throws -> StringPortrait {
        let source = try model.unit(project.source, string)
        let definition = source.definitions.currentDefinition
        var texts: [JSONValue] = []
        var findings: [JSONValue] = []
        for locale in try locales() {
            let unit = locale == project.source ? source : try model.unit(locale, string)
            if let text = unit.text {
                let tester = try origin(of: text.event).tester
                texts.append(
                    text.json(in: locale, tester: tester, showsAddresses: showsAddresses))
            }
            guard let value = unit.text?.value else { continue }
            findings += try self.findings(of: value, in: unit).map { finding in
                CheckResult(finding, locale: locale, string: string).json
            }
        }
        let proposals = try model.proposals(ProposalFilter(string: string, states: [.open]))
        let (before, after) = try neighbours(of: string, count: 5)
        let json = JSONValue.object { members in
            members.add("section", string.section)
            members.add("key", string.key)
            members.add("definition", definition?.json)
            members.add("texts", .array(texts))
            members.add(
                "proposals",
                .array(proposals.map { $0.json(asking: nil, showsAddresses: showsAddresses) }))
            members.add("findings", .array(findings))
            members.add(
                "before",
                .array(before.map { $0.json(in: project.source, state: $0.mainState.rawValue) }))
            members.add(
                "after",
                .array(after.map { $0.json(in: project.source, state: $0.mainState.rawValue) }))
        }
        return StringPortrait(json: json, tag: try UnitTag(of: source))
    }

    private func neighbours(
        of string: StringID, count: Int
    ) throws -> (before: [Entry], after: [Entry]) {
        let entries = try model.entries(
            locale: project.source, chain: [], filter: EntryFilter(section: string.section))
        guard let index = entries.firstIndex(where: { $0.string == string }) else {
            return ([], [])
        }
        return (
            Array(entries[max(0, index - count)..<index]),
            Array(entries[(index + 1)...].prefix(count))
        )
    }
}

extension TextState {
    /// Returns the JSON of a text in a language:
    /// `{"locale", "value", "reviewed", "flagged", "stale", "author"?, "tester"?, "reviewer"?}`.
    fileprivate func json(
        in locale: LanguageTag, tester: HashedGuid?, showsAddresses: Bool
    ) -> JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("value", value.json)
            members.add("reviewed", isReviewed)
            members.add("flagged", isFlagged)
            members.add("stale", isStale)
            members.add(
                "author", tester == nil ? author?.json(showsAddresses: showsAddresses) : nil)
            members.add("tester", tester?.displayName)
            members.add("reviewer", reviewer?.json(showsAddresses: showsAddresses))
        }
    }
}
