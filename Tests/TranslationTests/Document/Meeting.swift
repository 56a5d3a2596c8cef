import Texts
import Translation

/// Two concurrent events, folded, and the facts that the table may state about them.
struct Meeting {
    let state: EventLogState
    let first: Event
    let second: Event

    /// The facts that hold, in the words of the table.
    var facts: Set<String> {
        registerFacts.union(textFacts).union(existenceFacts).union(proposalFacts)
    }

    private var unit: Unit { state.unit("fr", .title) }

    private var registerFacts: Set<String> {
        let current: EventID? =
            switch first.subject(in: .app) {
            case .locale(let tag): state.locale(tag)?.register.current
            case .setting(let name): state.setting(name.string).register.current
            case .resource(let name, let locale):
                state.resource(name.string, in: locale).register.current
            case .file(let name, let format, let locale):
                state.fileTexts(name.string, format: format.string, in: locale).texts["a"]?.event
            case .unit(let locale, let string): state.unit(locale, string).register.current
            case nil: unit.register.current
            }
        var facts: Set<String> = []
        if current == max(first.id, second.id) { facts.insert("the greater id counts") }
        if current == first.id { facts.insert("the first counts") }
        if current == second.id { facts.insert("the second counts") }
        let source = state.unit("en", .title).register.current
        if unit.text?.isStale == (source == second.id) {
            facts.insert("the text is stale if the second counts")
        }
        return facts
    }

    private var textFacts: Set<String> {
        var facts: Set<String> = []
        if unit.register.current == .number(3) { facts.insert("T stays") }
        guard let text = unit.text else { return ["there is no text"] }
        facts.insert(text.isStale ? "the text is stale" : "the text is not stale")
        facts.insert(text.isReviewed ? "the text is reviewed" : "the text is not reviewed")
        facts.insert(text.isFlagged ? "the text is flagged" : "the text is not flagged")
        if unit.reviewedText?.id == .number(3) { facts.insert("reviewed-only reads T") }
        if text.id == second.id { facts.insert("the second is kept") }
        let isVouched = text.isReviewed == (first.id > second.id)
        if isVouched { facts.insert("the greater id decides the review") }
        if unit.remarks.map(\.id) == [first.id, second.id].sorted() {
            facts.insert("both are kept")
        }
        return facts
    }

    private var existenceFacts: Set<String> {
        func exists(_ key: String) -> Bool {
            let string = StringID(section: "default", key: key)
            return state.unit("en", string).definitions.current != nil
        }
        var facts: Set<String> = []
        facts.insert(exists("title") ? "the string exists" : "the string is gone")
        if exists("button") { facts.insert("K exists") }
        if exists("other") { facts.insert("L exists") }
        if state.unit("fr", .button).text?.value == Value("T") { facts.insert("K has the text T") }
        facts.insert(
            state.locale("fr")?.exists == true ? "the language exists" : "the language is gone")
        return facts
    }

    private var proposalFacts: Set<String> {
        let names: [(id: EventID, name: String)] = [
            (first.id, "the first"), (second.id, "the second"),
            (max(first.id, second.id), "the greater id"),
            (min(first.id, second.id), "the smaller id"),
            (.number(4), "S"), (.number(5), "P"), (.number(6), "Q"), (.number(7), "R"),
        ]
        var facts: Set<String> = []
        for proposal in unit.proposals + state.unit("en", .title).proposals {
            for name in names.filter({ $0.id == proposal.id }).map(\.name) {
                facts.insert("\(name) is \(proposal.state.rawValue)")
                facts.insert("\(name) is \(proposal.isOutdated ? "" : "not ")outdated")
                facts.insert("\(name) has \(proposal.endorsements) endorsed")
                facts.insert("\(name) has \(proposal.comments) commented")
            }
        }
        return facts
    }
}
