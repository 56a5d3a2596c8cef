public import JSON
public import Texts

/// A wish that may be refused.
public enum Command: Sendable {
    /// Adds languages, or states their attributes anew.
    case addLocales([(tag: LanguageTag, attributes: LocaleAttributes)])
    /// Takes a language out.
    case removeLocale(LanguageTag)
    /// Defines a string that does not exist yet.
    case addString(StringID, Definition)
    /// Changes what a string says or what is said of it.
    case editString(StringID, DefinitionEdit)
    /// Gives a string another key and takes its texts and open proposals along.
    case renameString(StringID, to: StringID)
    /// Takes along what was written for a key after it had been renamed.
    case carryOver(StringID, to: StringID, isForced: Bool)
    /// Takes a string out.
    case removeString(StringID)
    /// Sets a text.
    case setText(LanguageTag, StringID, Value)
    /// Takes a text out.
    case unsetText(LanguageTag, StringID)
    /// Proposes a text.
    case propose(LanguageTag, StringID, Proposing)
    /// Accepts proposals.
    case accept([EventID], Accepting)
    /// Turns proposals down.
    case reject([EventID], code: ReasonCode?, reason: String?)
    /// Takes proposals back; with `byPerson` as the actor, whoever made them.
    case deleteProposals([EventID], byPerson: Bool)
    /// Says something about a string in a language, or about a proposal.
    case comment(CommentTarget, String)
    /// Agrees with proposals of others.
    case endorse([EventID], reason: String?)
    /// Stands for the texts of strings in languages.
    case vouch([UnitID], reason: String?)
    /// Says that texts need work.
    case flag([UnitID], reason: String?)
    /// Says that a check is wrong about texts.
    case silence([UnitID], check: String, reason: String?)
    /// Settles conflicts: these of the events that contradict each other shall count.
    case keep([EventID])
    /// Takes back what events did.
    case revert(Reverting)
    /// Gives a setting a value, or its default back; one after which the actor could not change settings is for those who force it.
    case changeSetting(name: String, value: JSONValue?, isForced: Bool = false)
    /// Says where the app has the files of a section: the paths of a pattern, or where their format puts them.
    case placeFiles(ofSection: String, pattern: String?)
    /// Takes over what files say, those of the source language first.
    case importFiles([FileImport])
    /// Carries out each command that is not refused, all from the same state; see ``Decision/leftOut``.
    ///
    /// Two parts never decide the same thing: the later one is refused.
    case batch([Command])
}

extension Command {
    /// The rules of the command.
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
        case .propose(let locale, let string, let proposing):
            Propose(locale: locale, string: string, proposing: proposing)
        case .accept(let ids, let accepting): Accept(proposals: ids, accepting: accepting)
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
        case .revert(let reverting): Revert(reverting: reverting)
        case .changeSetting(let name, let value, let isForced):
            ChangeSetting(name: name, value: value, isForced: isForced)
        case .placeFiles(let section, let pattern): PlaceFiles(section: section, pattern: pattern)
        case .importFiles(let files): ImportFiles(files: files)
        case .batch(let commands): Batch(commands: commands)
        }
    }

    /// Whether the command is decided by itself, on a state without pending events.
    package var goesAlone: Bool { kind.goesAlone }

    /// The canonical form of the command, which is equal for equal commands at any time and in any clone.
    package var fingerprint: JSONValue { kind.fingerprint }

    /// Whether the actor may lock themselves out of the settings with it.
    var isForced: Bool { kind.isForced }

    /// Whether people can force it, so that a refusal may name `--force`.
    var isForceable: Bool { kind.isForceable }

    /// Adds the events that follow, or refuses the command.
    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try kind.decide(in: &decider)
    }
}
