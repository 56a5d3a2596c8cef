import Translation

/// Formats with one file per section, named after it.
enum SectionFiles {
    /// Returns the strings of each section with the name of its file, sorted by section.
    ///
    /// The default section has the platform's usual name. Throws for sections that cannot be file
    /// names, and for two sections that would have the same name.
    static func divided(
        _ entries: [ExportEntry], options: ExportOptions, defaultName: String
    ) throws(InterchangeError) -> [(name: String, section: String, entries: [ExportEntry])] {
        var files: [(name: String, section: String, entries: [ExportEntry])] = []
        let names = SectionFileName(usual: defaultName)
        for (section, entries) in entries.bySection() {
            let name = try names.plainName(of: section, default: options.defaultSection)
            files.append((name, section, entries))
        }
        return files
    }
}
