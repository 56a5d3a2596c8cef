import Translation

/// The types of events.
///
/// A test that must cover all of them does not compile if one is missing.
enum PayloadKind: String, CaseIterable {
    case localeAdded = "locale.added"
    case localeRemoved = "locale.removed"
    case stringDefined = "string.defined"
    case stringRemoved = "string.removed"
    case translationSet = "translation.set"
    case translationRemoved = "translation.removed"
    case proposalAccepted = "proposal.accepted"
    case settingChanged = "setting.changed"
    case resourceDefined = "resource.defined"
    case fileRead = "file.read"
    case translationReviewed = "translation.reviewed"
    case translationFlagged = "translation.flagged"
    case proposalMade = "proposal.made"
    case proposalRejected = "proposal.rejected"
    case proposalDeleted = "proposal.deleted"
    case proposalReopened = "proposal.reopened"
    case proposalEndorsed = "proposal.endorsed"
    case commentAdded = "comment.added"
    case checkSilenced = "check.silenced"
    case unrecognized = "tea.served"

    init(_ payload: Payload) {
        self =
            switch payload {
            case .localeAdded: .localeAdded
            case .localeRemoved: .localeRemoved
            case .stringDefined: .stringDefined
            case .stringRemoved: .stringRemoved
            case .translationSet: .translationSet
            case .translationRemoved: .translationRemoved
            case .proposalAccepted: .proposalAccepted
            case .settingChanged: .settingChanged
            case .resourceDefined: .resourceDefined
            case .fileRead: .fileRead
            case .translationReviewed: .translationReviewed
            case .translationFlagged: .translationFlagged
            case .proposalMade: .proposalMade
            case .proposalRejected: .proposalRejected
            case .proposalDeleted: .proposalDeleted
            case .proposalReopened: .proposalReopened
            case .proposalEndorsed: .proposalEndorsed
            case .commentAdded: .commentAdded
            case .checkSilenced: .checkSilenced
            case .unrecognized: .unrecognized
            }
    }
}
