import Translation

/// Formats that have a file for each section, named for it.
enum SectionFiles {
    /// Returns the strings of each section with the name of its file, sorted by section.
    ///
    /// The default section has the platform's usual name. Refused are sections that no file can be named for, and
    /// two that would have one name.
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
