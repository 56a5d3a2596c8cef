import JSON
import Texts
import Translation
import Words

/// The words that describe an event on a page, in the page's language.
///
/// They correspond to ``EventWords``, which are the same in English.
struct EventTexts {
    private let event: Event
    private let isRenewal: Bool
    private let author: String?
    private let wording: Wording

    /// Creates the words for an event.
    ///
    /// `isRenewal` is true if the event replaces an earlier text or definition. `author` is the
    /// author of the proposal that the event decides, if known.
    init(_ event: Event, _ wording: Wording, isRenewal: Bool = false, author: String? = nil) {
        self.event = event
        self.wording = wording
        self.isRenewal = isRenewal
        self.author = author
    }

    /// The action, worded to follow a person's name.
    var headline: String {
        switch event.payload {
        case .localeAdded: wording("events.addedLanguage")
        case .localeRemoved: wording("events.removedLanguage")
        case .stringDefined:
            isRenewal ? wording("events.changedSource") : wording("events.addedString")
        case .stringRemoved: wording("events.removedString")
        case .translationSet:
            isRenewal ? wording("events.setText") : wording("events.setFirstText")
        case .translationRemoved: wording("events.removedText")
        case .proposalAccepted:
            author.map { wording("events.acceptedBy", ["author": $0]) }
                ?? wording("events.acceptedProposal")
        case .settingChanged: wording("events.changedSetting")
        case .resourceDefined: wording("events.describedFile")
        case .fileRead: wording("events.readFile")
        case .translationReviewed: wording("events.vouched")
        case .translationFlagged: wording("events.flagged")
        case .proposalMade: wording("events.proposed")
        case .proposalRejected: wording("events.rejectedBy", ["author": maker])
        case .proposalDeleted: wording("events.deletedBy", ["author": maker])
        case .proposalReopened: wording("events.reopenedBy", ["author": maker])
        case .proposalEndorsed: wording("events.endorsedBy", ["author": maker])
        case .commentAdded: wording("events.commented")
        case .checkSilenced(let check, _): wording("events.silenced", ["check": check])
        case .unrecognized(let type): type
        }
    }

    private var maker: String { author ?? wording("common.somebody") }

    /// The action, in words for a list of events with the same subject.
    var story: String {
        switch event.payload {
        case .stringDefined: wording("events.definedString")
        case .translationSet: wording("events.setText")
        case .proposalAccepted: wording("events.accepted")
        case .proposalRejected: wording("events.rejected")
        case .proposalDeleted: wording("events.deleted")
        case .proposalReopened: wording("events.reopened")
        case .proposalEndorsed: wording("events.agreed")
        default: headline
        }
    }

    /// The contents of the event, other than texts.
    var facts: [String] {
        switch event.payload {
        case .localeAdded(let attributes):
            attributes.fallback.isEmpty
                ? []
                : [
                    wording(
                        "events.fallsBack",
                        ["chain": attributes.fallback.map(\.rawValue).joined(separator: ", ")])
                ]
        case .settingChanged(_, nil): [wording("events.default")]
        case .proposalAccepted(let acceptance):
            switch acceptance.sample {
            case .seen: [wording("events.seenInSample")]
            case .unseen: [wording("events.unseenAfterSample")]
            case nil: []
            }
        case .fileRead(let read):
            [read.format]
                + (read.marks.isEmpty
                    ? [] : [wording("events.stringsChanged", count: read.marks.count)])
        case .resourceDefined(let file):
            [
                file.format, file.pattern, file.path,
                file.skeleton.map { skeleton in
                    let count = skeleton.split(whereSeparator: \.isNewline).count
                    return count == 0
                        ? wording("events.keptNothing") : wording("events.keptLines", count: count)
                },
            ].compactMap(\.self)
        default:
            EventWords(event).facts.compactMap { fact in
                if case .words(let words) = fact { words } else { nil }
            }
        }
    }

    /// The reason for rejecting a proposal, judging a text or silencing a check.
    var reason: String? {
        switch event.payload {
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            let parts = [verdict.code.map { wording.reason($0.rawValue) }, verdict.reason]
                .compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ": ")
        default: return EventWords(event).reason
        }
    }

    /// The first note, comment or reason that a person added.
    var remark: String? {
        if case .proposalMade(let proposed) = event.payload {
            return proposed.shownNote.map { wording("events.note", ["note": $0]) }
        }
        return reason ?? EventWords(event).remarks.first
    }
}
