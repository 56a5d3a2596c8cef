/// The form for a download, or the strings that a file would lack.
struct DownloadContent: Template {
    static let template = "download"

    let what: String
    let action: String
    var form: Form?
    var losses: Losses?
    let back: String

    struct Form: TemplateValues {
        let formats: [Choice]
        /// The paths of the app's own files.
        let files: String?
        let sections: [String]
        /// The language of the page, if all languages can be chosen instead.
        let language: String?
        let archives: [Choice]
    }

    /// The strings that the format cannot contain.
    struct Losses: TemplateValues {
        let sentence: String
        let rows: [ImportContent.Skipped]
        let more: String?
        let fields: [NamedField]
    }
}

/// The form for an import, or the changes that importing a file would make.
struct ImportContent: Template {
    static let template = "import"

    let languageName: String
    let action: String
    let hidden: HiddenFields
    let back: String
    var form: Form?
    var plan: Plan?

    struct Form: TemplateValues {
        let formats: [Choice]
        let sections: [String]
        let section: String
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
        /// The choice of another section; nil if the file's section has its keys.
        let choosing: Choosing?
        let file: RepeatedFile
        /// The section in the form.
        let section: String
        /// The label of the button that imports the file; nil if nothing would change.
        let word: String?
    }

    /// The reason why a file changes nothing or too little, and the sections that have its keys.
    struct Choosing: TemplateValues {
        let reason: String
        let advice: String
        let choices: [Choice]
    }

    struct Rename: TemplateValues {
        let old: String
        let new: String
    }

    struct Skipped: TemplateValues {
        let what: String
        let because: String
    }

    /// The previewed file, which the next form repeats.
    struct RepeatedFile: Template {
        static let template = "repeated-file"

        let fileName: String
        let format: String
        let propose: Bool
        let contents: String
    }
}
