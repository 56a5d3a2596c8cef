public import Texts

extension Refusal.Hint {
    /// Names all that there are; at least one.
    public static func thereAre(_ names: [String]) -> Refusal.Hint {
        .advice(
            names.count == 1
                ? "There is only \(names[0])." : "There are \(names.joined(separator: ", ")).")
    }
}

extension Refusal {
    /// What to do about a refusal, as data: each front end spells it in the words that its users type or press.
    ///
    /// A string literal is advice, as in `hint: "Give more characters."`.
    public enum Hint: Sendable, Hashable {
        /// A sentence that is the same for every front end: it names no verb, no option and no button of one.
        case advice(String)

        /// Add the language to the project, or use one that it has.
        case addLanguage(LanguageTag)
        /// Look at the languages of the project.
        case listLanguages
        /// Look at the settings.
        case listSettings
        /// Look at the checks.
        case listChecks
        /// Change the settings by force, or look who else may.
        case forceLosingSettings(Forcing)
        /// Look at the keys of the signers, or require signatures by force.
        case forceRequiringSignatures(Forcing)

        /// Search the strings.
        case searchStrings
        /// Propose the key as that of a new string, or search the strings.
        case proposeNewString
        /// Define the string again.
        case addString
        /// Change the string instead.
        case editString
        /// Change the source text of the string instead.
        case editSourceText
        /// Remove the string instead.
        case removeString
        /// Set a text first.
        case setText
        /// Correct the text, or silence the check for the string; with `isStrict`, also: check less strictly.
        case silence(LanguageTag, check: String, isStrict: Bool)
        /// Look at the texts that came for renamed strings.
        case listLateTexts
        /// Replace the text by force.
        case forceReplacing

        /// Name the guid that acts.
        case giveGuid
        /// Name the guid or the person that acts.
        case giveIdentity
        /// Look at the proposals.
        case listProposals
        /// Look at the proposal.
        case showProposal(EventID)
        /// Propose another text instead, or delete the proposal.
        case replaceProposal(EventID)
        /// Have the guid delete its proposal, or a reviewer reject it.
        case rejectProposal
        /// Propose the text again, or accept the rejected proposal by force.
        case forceRejectedProposal
        /// Look at the proposal, or accept it by force although it is outdated.
        case forceOutdatedProposal(EventID)
        /// Correct the text of the proposal, or accept it by force although it fails checks.
        case forceFailingProposal
        /// Import a file as proposals, or remove what it lacks, but not both.
        case proposeOrPrune

        /// Look at the events.
        case listEvents
        /// Look at the conflicts.
        case listConflicts
        /// Revert the acceptance by force.
        case forceRevert(EventID)
        /// Revert later edits too, by force.
        case forceLaterEdits
        /// Keep later edits, or revert them too, by force.
        case keepOrForceLaterEdits
        /// Look at the event that the idempotency key was used for, and take another key.
        case takeNewKey(EventID)

        /// About files that are imported and exported, and the sources of apps.
        case file(FileHint)
        /// About the names of strings, events and revisions.
        case name(NameHint)
        /// About the repository, its branch and its read model.
        case repository(RepositoryHint)
        /// About other repositories.
        case remote(RemoteHint)
        /// About release bundles.
        case bundle(BundleHint)
        /// About the tokens of a server.
        case token(TokenHint)
        /// About the translation memory.
        case memory(MemoryHint)

        /// What can be forced after a command was refused.
        public enum Forcing: Sendable, Hashable {
            /// The command itself.
            case same
            /// Setting the value directly, which the command would have led to.
            case settingDirectly
        }
    }
}

extension Refusal.Hint: ExpressibleByStringInterpolation {
    /// Takes a literal for advice.
    public init(stringLiteral sentence: String) { self = .advice(sentence) }
}
