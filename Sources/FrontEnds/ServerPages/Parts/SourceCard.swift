/// The source of a string: its text, comment and limit.
struct SourceCard: Template {
    static let template = "source-card"

    let sourceLanguage: String
    let source: ShownText?
    /// The changes to the source since the translation was made.
    let former: ShownText?
    let comment: String?
    let picture: PictureView?
    let facts: [Fact]

    struct Fact: TemplateValues {
        let name: String
        let text: String
    }
}

/// A remark on a string or a proposal.
struct Remark: TemplateValues {
    let person: PersonMark
    let who: String
    let when: TimeMark
    /// The proposal that the remark belongs to.
    let about: String?
    let words: String
}

/// A problem with a text: it is flagged or stale.
struct Trouble: TemplateValues {
    let icon: String
    let words: String
}
