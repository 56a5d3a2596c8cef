public import Translation

extension Refusal.Hint {
    /// The hint as the command line spells it: with the verbs and options to type.
    public var onCommandLine: String {
        switch self {
        case .advice(let sentence): sentence
        case .addLanguage(let tag):
            "`dragoman locale add \(tag)` adds it; `dragoman locale list` shows what is there."
        case .listLanguages: "`dragoman locale list` shows what is there."
        case .listSettings: "`dragoman config` lists the settings."
        case .listChecks: "`dragoman check --list` lists the checks."
        case .forceLosingSettings(let forcing):
            "\(forcing.onCommandLine); “maintainers” names those who may."
        case .forceRequiringSignatures(let forcing):
            "`dragoman config signers` shows the keys; \(forcing.onCommandLine)."
        case .searchStrings: "`dragoman list --search TEXT` finds strings."
        case .proposeNewString:
            "`--new` proposes a new string; `dragoman list --search TEXT` finds strings."
        case .addString: "Define it again with `dragoman string add`."
        case .editString: "`dragoman string edit` changes it."
        case .editSourceText: "`dragoman string edit` changes a source text."
        case .removeString: "`dragoman string remove` takes the string out."
        case .setText: "`dragoman set` gives it one."
        case .silence(let locale, let check, let isStrict):
            "Mend the text, or have `dragoman silence \(locale) KEY \(check)` say that it is right"
                + (isStrict ? ", or leave --strict out." : ".")
        case .listLateTexts: "`dragoman string carry` lists what waits, and where to."
        case .forceReplacing: "`--force` replaces it."
        case .giveGuid: "Give one with --guid, or with DRAGOMAN_GUID."
        case .giveIdentity: "Give a guid with --guid, or set Git's user.name and user.email."
        case .listProposals: "`dragoman proposals` lists them."
        case .showProposal(let id): "`dragoman show \(id)` tells its story."
        case .replaceProposal(let id):
            "Propose another text to replace it, or `dragoman delete \(id)`."
        case .rejectProposal:
            "Only its own guid can take it back; a reviewer can `dragoman reject` it."
        case .forceRejectedProposal:
            "Propose the text again, or `dragoman accept --force` it."
        case .forceOutdatedProposal(let id):
            "`dragoman show \(id)` shows both; `--force` takes it all the same."
        case .forceFailingProposal:
            "Mend the text with --value, or take it all the same with --force."
        case .proposeOrPrune: "Leave out --prune or --as-proposals."
        case .listEvents: "`dragoman log` lists events."
        case .listConflicts: "`dragoman conflicts` lists what waits for a decision."
        case .forceRevert(let id):
            "`dragoman revert --force \(id)` takes the acceptance back all the same."
        case .forceLaterEdits: "`--force` takes them back too."
        case .keepOrForceLaterEdits:
            "`--keep-later` leaves such edits and what they stand on as they are; `--force` takes them back too."
        case .takeNewKey(let id):
            "`dragoman show \(id)` shows it; take a new key for each wish."
        case .file(let hint): hint.onCommandLine
        case .name(let hint): hint.onCommandLine
        case .repository(let hint): hint.onCommandLine
        case .remote(let hint): hint.onCommandLine
        case .bundle(let hint): hint.onCommandLine
        case .token(let hint): hint.onCommandLine
        case .memory(let hint): hint.onCommandLine
        }
    }

    /// The words to type instead of those that were refused, if the hint has some.
    var alternatives: [String] {
        guard case .name(let hint) = self else { return [] }
        return hint.alternatives
    }
}

extension String {
    /// The sentence, followed by the hint if there is one.
    func adding(_ hint: Refusal.Hint?) -> String {
        hint.map { "\(self) \($0.onCommandLine)" } ?? self
    }
}

extension Refusal.Hint.Forcing {
    fileprivate var onCommandLine: String {
        switch self {
        case .same: "`--force` does it all the same"
        case .settingDirectly: "`dragoman config NAME VALUE --force` sets it all the same"
        }
    }
}
