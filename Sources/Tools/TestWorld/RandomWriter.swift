import JSON
import ReadModel
package import TestKit
import Texts
import Translation
package import Workspace

/// Runs random commands in a project, each of which can be refused.
package struct RandomWriter {
    private let workspace: Workspace
    private let guid: String

    private static let keys = [
        "greeting", "Log in", "menu.file.open", "K\u{E4}se", "Ka\u{308}se", "a:b", "%d items",
    ]
    private static let sections = ["default", "default", "auth"]
    private static let texts = [
        "", "Hello", "Bonjour %d", "<b>x</b>", "\u{E9}", "e\u{301}", "two\nlines", "👩‍👩‍👧",
    ]

    /// Creates a writer with a guid.
    package init(_ workspace: Workspace, guid: String) {
        self.workspace = workspace
        self.guid = guid
    }

    /// Runs a random command, and returns its commit, or nil if it was refused or had no effect.
    @discardableResult
    package func step(using random: inout SplitMix64) throws -> String? {
        do {
            let command = try workspace.read { try self.command($0.model, &random) }
            return try workspace.perform("work", guid: guid, command).commit
        } catch is Refusal {
            return nil
        }
    }

    /// Runs commands until the given number of commits has been made.
    package func work(commits: Int, using random: inout SplitMix64) throws -> [String] {
        var made: [String] = []
        while made.count < commits {
            if let commit = try step(using: &random) { made.append(commit) }
        }
        return made
    }

    private func command(_ model: ReadModel, _ random: inout SplitMix64) throws -> Command {
        let strings = try model.existingStrings()
        guard strings.count > 2 else { return .addString(string(&random), definition(&random)) }
        let string = random.chance(9, in: 10) ? random.pick(strings) : string(&random)
        let known = try model.localeTags()
        let locale =
            known.isEmpty || random.chance(1, in: 10)
            ? try self.locale(&random) : random.pick(known)
        switch random.number(in: 0...99) {
        case ..<30: return .setText(locale, string, value(&random))
        case ..<35: return .unsetText(locale, string)
        case ..<50: return .propose(locale, string, ProposeOptions(value: value(&random)))
        case ..<68: return try decision(model, &random)
        case ..<75: return .addString(self.string(&random), definition(&random))
        case ..<81: return .editString(string, edit(&random))
        case ..<84: return .renameString(string, to: self.string(&random))
        case ..<87: return .removeString(string)
        case ..<88: return try review(UnitID(locale, string), model, &random)
        case ..<91: return try revert(model, &random)
        case ..<94:
            let tag = try self.locale(&random)
            let attributes = LocaleAttributes(fallback: workspace.project.defaultChain(of: tag))
            return .addLocales([(tag: tag, attributes: attributes)])
        case ..<96: return .removeLocale(locale)
        default: return setting(&random)
        }
    }

    private func decision(_ model: ReadModel, _ random: inout SplitMix64) throws -> Command {
        let rows = try model.proposals()
        guard !rows.isEmpty else { return .changeSetting(name: "inherit", value: .bool(true)) }
        let id = random.pick(rows).id
        switch random.number(in: 0...3) {
        case 0: return .reject([id], code: ReasonCode("style"), reason: "too long")
        case 1: return .deleteProposals([id], byPerson: random.chance(1, in: 2))
        default:
            let value = random.chance(1, in: 4) ? self.value(&random) : nil
            return .accept([id], AcceptOptions(value: value, isForced: random.chance(3, in: 4)))
        }
    }

    private func review(
        _ unit: UnitID, _ model: ReadModel, _ random: inout SplitMix64
    ) throws -> Command {
        switch random.number(in: 0...3) {
        case 0: .vouch([unit], reason: nil)
        case 1: .flag([unit], reason: "too long")
        case 2: .comment(.unit(unit), "Hm.")
        default: .keep(try model.conflicts().prefix(1).map(\.loser.id))
        }
    }

    private func revert(_ model: ReadModel, _ random: inout SplitMix64) throws -> Command {
        let events = try model.events(EventFilter(limit: 12)).map(\.event.id)
        return .revert(
            RevertOptions(
                events: Array(events.shuffled(using: &random).prefix(random.number(in: 1...3))),
                laterEdits: random.pick([.refuse, .revert, .keep])))
    }

    private func setting(_ random: inout SplitMix64) -> Command {
        switch random.number(in: 0...2) {
        case 0: .changeSetting(name: "inherit", value: .bool(random.chance(1, in: 2)))
        case 1: .changeSetting(name: "inherit", value: nil)
        default: .changeSetting(name: "self-review", value: .bool(true))
        }
    }

    private func locale(_ random: inout SplitMix64) throws -> LanguageTag {
        try Workspace.language(random.pick(["fr", "fr-CA", "ar", "zh-Hant", "en-GB"])) { _ in }
    }

    private func string(_ random: inout SplitMix64) -> StringID {
        StringID(section: random.pick(Self.sections), key: random.pick(Self.keys))
    }

    private func definition(_ random: inout SplitMix64) -> Definition {
        Definition(
            value: value(&random), comment: random.chance(1, in: 3) ? "seen in the menu" : nil,
            order: random.chance(1, in: 2) ? Int64(random.number(in: 1...9)) : nil)
    }

    private func edit(_ random: inout SplitMix64) -> DefinitionEdit {
        var edit = DefinitionEdit()
        if random.chance(3, in: 4) { edit.value = value(&random) }
        if random.chance(1, in: 3) { edit.comment = random.pick(["", "new comment"]) }
        edit.isMinor = random.chance(1, in: 3)
        return edit
    }

    private func value(_ random: inout SplitMix64) -> Value {
        switch random.number(in: 0...7) {
        case 0:
            Value.Choice(
                by: .plural, argument: "count",
                cases: ["one", "other"].map { .init($0, Value(random.pick(Self.texts))) }
            ).map(Value.choice) ?? Value("")
        case 1: .list([Value(random.pick(Self.texts)), Value(random.pick(Self.texts))])
        default: Value(random.pick(Self.texts))
        }
    }
}
