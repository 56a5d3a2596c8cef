import Translation

extension Refusal.Hint {
    /// The hint for people who read it on a page, or nil if there is nothing that they can do there.
    var onPages: String? {
        switch self {
        case .advice(let sentence): sentence.isEmpty ? nil : sentence
        case .addLanguage, .listLanguages: "The project's page lists its languages."
        case .listChecks: "A finding has the name of its check."
        case .searchStrings, .proposeNewString: "Look for it with the search."
        case .addString: "Add it again on the project's page."
        case .editString, .editSourceText: "Change the string instead."
        case .removeString: "Remove the string instead."
        case .setText: "Set one first."
        case .silence: "Correct the text, or silence the check for it."
        case .giveGuid, .giveIdentity: "Sign in first."
        case .listProposals, .showProposal: "The page of the string lists its proposals."
        case .replaceProposal: "Propose another text to replace it, or delete it."
        case .rejectProposal: "Only whoever made it can delete it. A reviewer can reject it."
        case .forceRejectedProposal: "Reopen it first, or propose the text again."
        case .forceOutdatedProposal: "Compare, then accept it anyway or edit it."
        case .forceFailingProposal: "Edit it first, or accept it anyway."
        case .forceRevert, .forceLaterEdits, .keepOrForceLaterEdits:
            "Take back the later changes first."
        case .takeNewKey: "Load the page again, and send the form once more."
        case .name(let hint):
            switch hint {
            case .oneOfTwoStrings, .newSection: "Choose the section."
            case .listIDs, .listIDsAndCommits, .listLostEvents, .compareWithRevision,
                .timeOrPlaceOfBranch:
                nil
            }
        case .listSettings, .forceLosingSettings, .forceRequiringSignatures, .listLateTexts,
            .forceReplacing, .proposeOrPrune, .listEvents, .listConflicts:
            nil
        // Repositories, remotes, bundles, tokens and memories are the operator's, and files have their own sentence.
        case .file, .repository, .remote, .bundle, .token, .memory: nil
        }
    }
}
