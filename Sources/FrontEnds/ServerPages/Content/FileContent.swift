struct DownloadContent: Template {
    static let template = "download"

    let english: String
    let action: String
    let formats: [Choice]
    let sections: [String]
    let back: String
}

/// The form for an import, or the changes that importing a file would make.
struct ImportContent: Template {
    static let template = "import"

    let english: String
    let action: String
    let hidden: HiddenFields
    let back: String
    var form: Form?
    var plan: Plan?

    struct Form: TemplateValues {
        let formats: [String]
        let mayPropose: Bool
        let mustPropose: Bool
    }

    struct Plan: TemplateValues {
        let sentence: String
        let facts: [String]
        let renames: [Rename]
        let renameCount: String
        let skipped: [Skipped]
        let skippedCount: String
        let confirmation: Confirmation?
    }

    struct Rename: TemplateValues {
        let old: String
        let new: String
    }

    struct Skipped: TemplateValues {
        let what: String
        let because: String
    }

    /// The form that imports the previewed file.
    struct Confirmation: TemplateValues {
        let fileName: String
        let format: String
        let section: String
        let propose: Bool
        let contents: String
        let word: String
    }
}
