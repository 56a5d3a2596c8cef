/// A link with its label.
struct PageLink: TemplateValues {
    let label: String
    let href: String
}

struct CountLink: TemplateValues {
    let href: String
    let count: String

    init(_ href: String, _ count: Int) {
        self.href = href
        self.count = grouped(count)
    }

    /// Creates a link whose label is a count; returns nil if the count is zero.
    init?(_ href: String, unlessZero count: Int) {
        if count == 0 { return nil }
        self.init(href, count)
    }
}

/// A filter that can be selected, with its number of strings.
struct Chip: TemplateValues {
    let label: String
    let href: String
    let current: Bool
    let count: String
}
