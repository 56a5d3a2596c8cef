public import JSON
public import Texts

/// A request to change the project, which may be refused.
public enum Command: Sendable {
    /// Adds languages, or replaces their attributes.
    case addLocales([(tag: LanguageTag, attributes: LocaleAttributes)])
    /// Removes a language.
    case removeLocale(LanguageTag)
    /// Defines a string that does not exist yet.
    case addString(StringID, Definition)
    /// Changes the source text or the attributes of a string.
    case editString(StringID, DefinitionEdit)
    /// Renames a string's key, and moves its texts and open proposals to the new key.
    case renameString(StringID, to: StringID)
    /// Moves texts and proposals that were written for the old key after it was renamed.
    case carryOver(StringID, to: StringID, isForced: Bool)
    /// Removes a string.
    case removeString(StringID)
    /// Sets a text.
    case setText(LanguageTag, StringID, Value)
    /// Removes a text.
    case unsetText(LanguageTag, StringID)
    /// Replaces a text, or proposes the replacement, if `old` is still the event that set the text.
    ///
    /// A stale text stays stale, and a text in conflict is refused.
    case replaceText(UnitID, old: EventID, with: Value, isProposal: Bool)
    /// Proposes a text.
    case propose(LanguageTag, StringID, ProposeOptions)
    /// Accepts proposals with the given options.
    case accept([EventID], AcceptOptions)
    /// Rejects proposals.
    case reject([EventID], code: ReasonCode?, reason: String?)
    /// Withdraws proposals; with `byPerson`, the actor can also delete other people's proposals.
    case deleteProposals([EventID], byPerson: Bool)
    /// Comments on a string in a language, or on a proposal.
    case comment(CommentTarget, String)
    /// Endorses other people's proposals.
    case endorse([EventID], reason: String?)
    /// Marks texts as reviewed.
    case vouch([UnitID], reason: String?)
    /// Marks texts as needing work.
    case flag([UnitID], reason: String?)
    /// Silences a check for texts.
    case silence([UnitID], check: String, reason: String?)
    /// Resolves conflicts in favour of the given events.
    case keep([EventID])
    /// Reverts events.
    case revert(RevertOptions)
    /// Sets a setting, or resets it to its default.
    ///
    /// If the change would lock the actor out of the settings, it must be forced.
    case changeSetting(name: String, value: JSONValue?, isForced: Bool = false)
    /// Sets the path pattern for a section's files in the app.
    ///
    /// Without a pattern, the files use the usual paths of their format.
    case placeFiles(ofSection: String, pattern: String?)
    /// Imports files, starting with files in the source language.
    case importFiles([FileImport])
    /// Executes all commands against the same state, and skips refused commands.
    ///
    /// ``Decision/leftOut`` lists the skipped commands. If two commands decide the same thing, the
    /// later command is refused.
    case batch([Command])
}

extension Command {
    /// The command's type, with its rules.
    private var kind: any CommandKind {
        switch self {
        case .addLocales(let locales): AddLocales(locales: locales)
        case .removeLocale(let locale): RemoveLocale(locale: locale)
        case .addString(let string, let definition):
            AddString(string: string, definition: definition)
        case .editString(let string, let edit): EditString(string: string, edit: edit)
        case .renameString(let old, let new): RenameString(old: old, new: new)
        case .carryOver(let old, let new, let isForced):
            CarryOver(old: old, new: new, isForced: isForced)
        case .removeString(let string): RemoveString(string: string)
        case .setText(let locale, let string, let value):
            SetText(locale: locale, string: string, value: value)
        case .unsetText(let locale, let string): UnsetText(locale: locale, string: string)
        case .replaceText(let unit, let old, let value, let isProposal):
            ReplaceText(unit: unit, old: old, value: value, isProposal: isProposal)
        case .propose(let locale, let string, let options):
            Propose(locale: locale, string: string, options: options)
        case .accept(let ids, let options): Accept(proposals: ids, options: options)
        case .reject(let ids, let code, let reason):
            Reject(proposals: ids, code: code, reason: reason)
        case .deleteProposals(let ids, let byPerson):
            DeleteProposals(proposals: ids, byPerson: byPerson)
        case .comment(let target, let text): Comment(target: target, text: text)
        case .endorse(let ids, let reason): Endorse(proposals: ids, reason: reason)
        case .vouch(let units, let reason): Vouch(units: units, reason: reason)
        case .flag(let units, let reason): Flag(units: units, reason: reason)
        case .silence(let units, let check, let reason):
            Silence(units: units, check: check, reason: reason)
        case .keep(let ids): Keep(events: ids)
        case .revert(let options): Revert(options: options)
        case .changeSetting(let name, let value, let isForced):
            ChangeSetting(name: name, value: value, isForced: isForced)
        case .placeFiles(let section, let pattern): PlaceFiles(section: section, pattern: pattern)
        case .importFiles(let files): ImportFiles(files: files)
        case .batch(let commands): Batch(commands: commands)
        }
    }

    /// True if the command must be decided alone, on a state without pending events.
    package var goesAlone: Bool { kind.goesAlone }

    /// The command's canonical form.
    ///
    /// Equal commands have equal forms, at any time and in any clone.
    package var fingerprint: JSONValue { kind.fingerprint }

    /// True if the command may lock the actor out of the settings.
    var isForced: Bool { kind.isForced }

    /// True if users can force the command, so that a hint can mention `--force`.
    var isForceable: Bool { kind.isForceable }

    /// Adds the resulting events to the decision, or throws a refusal.
    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try kind.decide(in: &decider)
    }
}
