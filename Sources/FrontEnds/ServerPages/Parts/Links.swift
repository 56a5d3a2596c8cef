/// A link with its words.
struct PageLink: TemplateValues {
    let label: String
    let href: String
}

/// A link with a number.
struct CountLink: TemplateValues {
    let href: String
    let count: String

    init(_ href: String, _ count: Int) {
        self.href = href
        self.count = grouped(count)
    }

    /// Returns nil for zero.
    init?(_ href: String, unlessZero count: Int) {
        if count == 0 { return nil }
        self.init(href, count)
    }
}

/// A filter that can be chosen, with the number of strings that it has.
struct Chip: TemplateValues {
    let label: String
    let href: String
    let current: Bool
    let count: String
}
