/// A link with its label.
struct PageLink: TemplateValues {
    let label: String
    let href: String
}

struct CountLink: TemplateValues {
    let href: String
    let count: String

    init(_ href: String, _ count: Int, _ wording: Wording) {
        self.href = href
        self.count = wording.number(count)
    }

    /// Creates a link whose label is a count; returns nil if the count is zero.
    init?(_ href: String, unlessZero count: Int, _ wording: Wording) {
        if count == 0 { return nil }
        self.init(href, count, wording)
    }
}

/// A filter that can be selected, with its number of strings.
struct Chip: TemplateValues {
    let label: String
    let href: String
    let current: Bool
    let count: String
}
