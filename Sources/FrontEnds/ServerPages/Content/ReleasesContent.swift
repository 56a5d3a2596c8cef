/// The channels and the releases of a project.
struct ReleasesContent: Template {
    static let template = "releases"

    /// The address of the form for a new channel, for maintainers.
    let add: String?
    let channels: [ChannelCard]
    let releases: [Release]
    /// Whether facts of a release are still being found out.
    let isCounting: Bool
    /// The address of the newest releases, if the page shows older ones.
    let newest: String?
    /// The address of older releases, if there are more.
    let older: String?

    /// A release in the list.
    struct Release: TemplateValues {
        let name: String
        let href: String
        let pills: [Pill]
        let who: String
        let when: TimeMark
        /// The number of strings that changed, in words.
        let changed: String?
        /// The first digits of the digest.
        let digest: String?
        let languages: [String]
        /// The number of further languages.
        let moreLanguages: String?
        let changes: PageLink?
        let downloads: Downloads?
        let verification: String
    }

    /// The addresses of a release's files.
    struct Downloads: TemplateValues {
        let tar: String
        let zip: String
        let manifest: String
        /// The size of the `.tar.gz` archive.
        let size: String?
    }
}

/// A channel, with the release that it points to.
struct ChannelCard: Template {
    static let template = "channel-card"

    let name: String
    /// The release, or nil if the channel has none or is in conflict.
    let release: PageLink?
    /// The reason why there is no release.
    let trouble: String?
    let change: Change?
    /// The app versions, the profiles and the sequence number of the release.
    let notes: String?
    let signature: Pill?
    /// The contradicting changes, if the channel is in conflict.
    let sides: [Side]
    /// The address of the form that points it, for maintainers.
    let point: String?

    /// The person who pointed a channel, and the time.
    struct Change: TemplateValues {
        let who: String
        let when: TimeMark
    }

    /// One of several contradicting changes.
    struct Side: TemplateValues {
        let target: String
        let notes: String?
        let change: Change
        let isInEffect: Bool
        /// The address of the form that points the channel to this release.
        let point: String?
    }
}

/// One release: its files, its languages, and the origins of its texts.
struct ReleaseContent: Template {
    static let template = "release"

    let name: String
    let pills: [Pill]
    let who: String
    let when: TimeMark
    let changed: String?
    let commit: String
    let digest: String?
    let signatures: [Signature]
    let changes: PageLink?
    let downloads: ReleasesContent.Downloads?
    let verification: String
    let isCounting: Bool
    let languages: [Language]
    /// Whether the origins of the texts are known.
    let hasOrigins: Bool
    let files: [File]
    /// The sentence about files that are not listed.
    let moreFiles: String?

    /// A channel's signature of the release.
    struct Signature: TemplateValues {
        let channel: String
        let number: String
        /// The owner of the key, if the project's settings name one.
        let owner: String?
        let key: String
        let change: ChannelCard.Change
    }

    struct Language: TemplateValues {
        let tag: String
        let languageName: String
        let href: String
        let people: String
        let machine: String
        let edited: String
        let unreviewed: String
    }

    struct File: TemplateValues {
        let path: String
        let href: String
        let size: String
    }
}

/// The form that points a channel to a release, with the texts that apps would get.
struct PointContent: Template {
    static let template = "point"

    let title: String
    /// The address of the form that shows what apps would get.
    let action: String
    /// The name of a channel that exists.
    let channel: String?
    /// The field for the name of a new channel.
    let name: LineField?
    let now: Now?
    let to: ChangesContent.Revision
    /// The names to suggest.
    let revisions: [String]
    let versions: LineField
    let profiles: Profiles?
    let preview: Preview?
    let history: [Move]
    let remove: String?
    let back: String

    /// A field of one line.
    struct LineField: TemplateValues {
        let value: String
        let error: FieldError?
    }

    /// The present state of the channel.
    struct Now: TemplateValues {
        let card: ChannelCard
    }

    struct Profiles: TemplateValues {
        let choices: [Choice]
    }

    /// The texts that apps would get, and the form that points the channel.
    struct Preview: TemplateValues {
        let sentences: [String]
        /// The sentence about an older release than the present one.
        let rollback: String?
        /// The origins of the texts, if they are known.
        let origins: String?
        let sum: ChangesContent.Sum?
        let cards: [ChangesContent.Language]
        /// The address of all changes.
        let all: String?
        let command: String
        let action: String
        let hidden: HiddenFields
        let fields: [NamedField]
        let signature: String
        let signatureError: FieldError?
        let word: String
    }

    /// An earlier release of the channel.
    struct Move: TemplateValues {
        let target: String
        let number: String?
        let change: ChannelCard.Change
        /// The address of the form that points the channel to it again.
        let point: String?
    }
}
