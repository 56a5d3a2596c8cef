import Translation

/// Divides strings into files for formats with one file per section, named after the section.
enum SectionFiles {
    /// Returns the strings of each section with the name of the section's file, sorted by section.
    ///
    /// The file of the default section has the platform's conventional name. Throws if a section
    /// cannot be a file name, or if two sections would get the same name.
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
