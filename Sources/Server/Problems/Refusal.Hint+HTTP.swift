public import Translation

extension Refusal.Hint {
    /// The hint for people who read it in an answer, or nil if there is nothing that they can do over HTTP.
    ///
    /// Paths stand for what is below the project's address.
    public var overHTTP: String? {
        switch self {
        case .advice(let sentence): sentence.isEmpty ? nil : sentence
        case .addLanguage, .listLanguages: "`GET /locales` lists the languages."
        case .listSettings: nil
        case .listChecks: "A finding has the name of its check."
        case .forceLosingSettings, .forceRequiringSignatures: nil
        case .searchStrings: "`GET /strings?search=TEXT` finds strings."
        case .proposeNewString:
            "Send `\"new\": true` to propose a new string; `GET /strings?search=TEXT` finds strings."
        case .addString: "`POST /strings` defines it again."
        case .editString, .editSourceText: "`PATCH /string` changes it."
        case .removeString: "`DELETE /string` removes the string."
        case .setText: "`PUT /text/LOCALE` sets one."
        case .silence(_, let check, let isStrict):
            "Correct the text, or mark the check \(check) as silenced for it"
                + (isStrict ? ", or send `\"strict\": false`." : ".")
        case .listLateTexts: nil
        case .forceReplacing: nil
        case .giveGuid: "Send a guid as Dragoman-Guid: a random UUID that is made once and kept."
        case .giveIdentity: "Send a guid as Dragoman-Guid, or a person's token."
        case .listProposals: "`GET /proposals` lists them."
        case .showProposal(let id): "`GET /proposals/\(id)` tells its story."
        case .replaceProposal: "Propose another text to replace it, or delete it."
        case .rejectProposal: "Only its own guid can delete it. A reviewer can reject it."
        case .forceRejectedProposal: "Propose the text again, or accept it with `\"force\": true`."
        case .forceOutdatedProposal(let id):
            "`GET /proposals/\(id)` shows both texts. `\"force\": true` accepts it anyway."
        case .forceFailingProposal:
            "Correct the text with `value`, or accept it anyway with `\"force\": true`."
        case .proposeOrPrune: nil
        case .listEvents: "`GET /events` lists events."
        case .listConflicts: nil
        case .forceRevert, .forceLaterEdits, .keepOrForceLaterEdits: nil
        case .takeNewKey(let id): "Event \(id) has the key. Use a new key for each request."
        case .name(let hint): hint.overHTTP
        // Files, repositories, remotes, bundles, tokens and memories are the operator's.
        case .file, .repository, .remote, .bundle, .token, .memory: nil
        }
    }
}

extension Refusal.Hint.NameHint {
    fileprivate var overHTTP: String? {
        switch self {
        case .oneOfTwoStrings, .newSection: "Name the section with `section`."
        case .listIDs, .listIDsAndCommits: "`GET /proposals` and `GET /events` list ids."
        case .listLostEvents: nil
        case .compareWithRevision: nil
        case .timeOrPlaceOfBranch(let time, _): "`at=\(time)` names a time."
        }
    }
}
