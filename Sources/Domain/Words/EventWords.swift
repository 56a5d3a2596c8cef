import JSON
package import Texts
package import Translation

/// The words that describe an event to people: in the log, in histories, on pages and in lists of
/// proposals.
///
/// Texts, names and reasons are included as stored. Escape them for the output in which they are
/// shown.
package struct EventWords: Sendable {
    /// The action, worded to follow a person's name, for a context that does not show the object:
    /// `rejected a proposal`.
    package private(set) var headline: String
    /// The action, in words for a list of events with the same subject: `rejected`.
    package private(set) var story: String
    /// The action of an event that replaces an earlier text or definition: `set another text`.
    package private(set) var renewal: String
    package private(set) var icon = Icon.info
    /// The contents of the event, in order.
    package private(set) var facts: [Fact] = []
    /// The reason for rejecting a proposal, judging a text or silencing a check.
    package private(set) var reason: String?
    /// Notes and comments that people added.
    private var notes: [String] = []

    /// Notes, comments and reasons that people added.
    package var remarks: [String] { notes + [reason].compactMap(\.self) }

    /// The symbols of events, with the names used by the pages.
    package enum Icon: String, Sendable {
        case accepted, deleted, flagged, info, pencil, plus, proposal, rejected, reviewed, undo

        /// The colour of the symbol.
        package var tone: Tone {
            switch self {
            case .accepted, .reviewed: .ok
            case .flagged: .warn
            case .rejected: .bad
            case .proposal: .accent
            case .info: .info
            case .deleted, .pencil, .plus, .undo: .plain
            }
        }
    }

    /// The colours of events, with the names used by the pages.
    package enum Tone: String, Sendable {
        case ok, warn, bad, info, accent, plain
    }

    /// One piece of an event's content.
    package enum Fact: Sendable {
        /// A text.
        case value(Value)
        /// Another event, and its role: `proposal`, `text`.
        case reference(String, EventID)
        /// Anything else.
        case words(String)
    }

    /// Creates the words for an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isRenewal: True if the event replaces an earlier text or definition.
    ///   - author: The author of the proposal that the event decides, if known.
    ///   - releaseName: Returns the name of a release, given the id of its commit.
    package init(
        _ event: Event, isRenewal: Bool = false, author: String? = nil,
        releaseName: (String) -> String = ChannelWords.shortID
    ) {
        switch event.payload {
        case .localeAdded(let attributes):
            self.init("added the language", .plus)
            if !attributes.fallback.isEmpty {
                let fallback = attributes.fallback.map(\.rawValue).joined(separator: ", ")
                facts = [.words("falls back to \(fallback)")]
            }
        case .localeRemoved: self.init("removed the language", .deleted)
        case .stringDefined(let definition):
            self.init(
                isRenewal ? "changed the source" : "added the string", .plus,
                story: "defined the string", renewal: "redefined the string")
            facts =
                [.value(definition.value)]
                + [definition.comment.map { .words("# \($0)") }].compactMap(\.self)
        case .stringRemoved: self.init("removed the string", .deleted)
        case .translationSet(let value):
            self.init(
                isRenewal ? "set the text" : "set the first text", isRenewal ? .pencil : .plus,
                story: "set the text", renewal: "set another text")
            facts = [.value(value)]
        case .translationRemoved:
            self.init("removed the text", .deleted, story: "removed the text")
        case .proposalAccepted(let acceptance):
            self.init(
                author.map { "accepted the proposal by \($0)" } ?? "accepted a proposal", .accepted,
                story: "accepted", renewal: "accepted another text")
            facts = [.value(acceptance.value), .reference("proposal", acceptance.proposal)]
            switch acceptance.sample {
            case .seen: facts.append(.words("seen in a sample"))
            case .unseen: facts.append(.words("accepted unseen, based on a sample"))
            case nil: break
            }
        case .settingChanged(let name, let value):
            if let words = ChannelWords(ofSetting: name, value, releaseName: releaseName) {
                self.init(words.headline, value == nil ? .deleted : .pencil)
                if !words.details.isEmpty {
                    facts = [.words(words.details.joined(separator: ", "))]
                }
                return
            }
            self.init("changed the setting", .pencil)
            let written = value.map { String(decoding: CanonicalJSON.encode($0), as: UTF8.self) }
            facts = [.words(written ?? "default")]
        case .resourceDefined(let file):
            self.init("described the file")
            facts = [
                file.format, file.pattern, file.path, file.skeleton.map(Self.size(ofSkeleton:)),
            ]
            .compactMap { $0.map(Fact.words) }
        case .fileRead(let read):
            self.init("read the file")
            let count = read.marks.count
            let strings = count == 1 ? "string" : "strings"
            facts =
                [.words(read.format)]
                + (count == 0 ? [] : [.words("\(count) \(strings) changed")])
        case .translationReviewed(let text, let reason):
            self.init("vouched for the text", .reviewed)
            facts = [.reference("text", text)]
            self.reason = reason
        case .translationFlagged(let text, let reason):
            self.init("flagged the text", .flagged)
            facts = [.reference("text", text)]
            self.reason = reason
        case .proposalMade(let proposed):
            self.init("proposed", .proposal)
            facts = [.value(proposed.value)]
            notes = [
                proposed.note.map { "note: \($0)" },
                proposed.picture.map { "picture: \($0)" },
            ].compactMap(\.self)
        case .proposalRejected(let verdict):
            self.init("rejected", .rejected, verdict, of: author)
        case .proposalDeleted(let verdict):
            self.init("deleted", .deleted, verdict, of: author)
        case .proposalReopened(let verdict):
            self.init("reopened", .undo, verdict, of: author)
        case .proposalEndorsed(let verdict):
            self.init("endorsed", .reviewed, verdict, of: author, story: "agreed")
        case .commentAdded(let proposal, let text, _):
            self.init("commented")
            facts = [proposal.map { .reference("proposal", $0) }].compactMap(\.self)
            notes = [text]
        case .checkSilenced(let check, let reason):
            self.init("silenced the check \(check)")
            facts = [.words(check)]
            self.reason = reason
        case .unrecognized(let type): self.init(type)
        }
    }

    private init(
        _ headline: String, _ icon: Icon = .info, story: String? = nil, renewal: String? = nil
    ) {
        self.headline = headline
        self.icon = icon
        self.story = story ?? headline
        self.renewal = renewal ?? story ?? headline
    }

    private init(
        _ word: String, _ icon: Icon, _ verdict: Verdict, of author: String?, story: String? = nil
    ) {
        self.init("\(word) a proposal by \(author ?? "somebody")", icon, story: story ?? word)
        facts = [.reference("proposal", verdict.proposal)]
        let parts = [verdict.code?.rawValue, verdict.reason].compactMap(\.self)
        reason = parts.isEmpty ? nil : parts.joined(separator: ": ")
    }

    /// Returns a description of a skeleton's size, because the skeleton itself can have thousands
    /// of lines.
    private static func size(ofSkeleton skeleton: String) -> String {
        let count = skeleton.split(whereSeparator: \.isNewline).count
        return count == 0
            ? "nothing kept for the file"
            : "kept for the file: \(count) \(count == 1 ? "line" : "lines")"
    }
}
