public import Interchange
import ReadModel
import Texts
import Translation

extension Snapshot.OpenedFile {
    /// Returns the file's resource for each section that has strings in the file.
    ///
    /// Returns an empty dictionary for a translated file whose path is unknown.
    func resources(of read: ReadFile, in model: ReadModel) -> [Value.Text: FileResource] {
        let isSource = place.locale == model.project.source
        guard isSource || place.resource?.path != nil else { return [:] }
        let resource =
            place.resource
            ?? FileResource(
                format: input.format.name,
                path: place.pattern == nil ? Self.path(named: input.name) : nil)
        let sections = Set(read.entries.map { Value.Text($0.string.section) })
        return Dictionary(uniqueKeysWithValues: sections.map { ($0, resource) })
    }

    /// Returns the contents of the file other than its strings, or `nil` if its format does not
    /// keep them.
    func skeleton(of read: ReadFile, in model: ReadModel) throws -> FileImport.Skeleton? {
        guard let text = read.skeleton else { return nil }
        let format = input.format
        let locale = place.locale == model.project.source ? nil : place.locale
        let known = try model.resource(place.section, in: locale).file.skeleton ?? ""
        var kept = read.kept
        if format.traits.keeps != .layout, !text.utf8.elementsEqual(known.utf8) {
            kept = KeptMark.mark(of: format.traits.skeletons.keptValues(in: text, besides: []))
        }
        return FileImport.Skeleton(
            section: Value.Text(place.section), format: format.name, text: text,
            isIncidental: format.traits.skeletons.isIncidental(text, after: known), kept: kept)
    }

    /// Returns the path as the user specified it, or `nil` if it is not valid on every system.
    ///
    /// Absolute paths and standard input (`-`) are not valid.
    private static func path(named name: String) -> String? {
        let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
        return path != "-" && SafePath.isSafe(path) ? path : nil
    }
}

extension Snapshot {
    /// Returns the writable formats of the project's files with each format's sections, in the
    /// order of ``FileFormats/written``.
    ///
    /// If a section's format is unknown, the section uses the format of all other sections. If the
    /// other sections have no format or several formats, it uses i18next JSON.
    func formatsOfSections() throws -> [(format: any FileFormat, sections: [String])] {
        var known: [Value.Text: String] = [:]
        for (section, file) in try model.resources() {
            known[Value.Text(section)] = file.format
        }
        let written = FileFormats.written
        let sections = try model.sections().map { section in
            let name = known[Value.Text(section)]
            return (section, written.first { $0.name == name }?.name)
        }
        let names = Set(sections.compactMap(\.1))
        let usual = names.count == 1 ? names.first : I18nextJSON().name
        return written.compactMap { format in
            let own = sections.filter { ($0.1 ?? usual) == format.name }.map(\.0)
            return own.isEmpty ? nil : (format, own)
        }
    }

    /// Returns the profiles for a project whose settings contain no profiles: one for each of its
    /// file formats.
    public func profilesOfFiles() throws -> [ExportProfile] {
        let formats = try formatsOfSections()
        guard formats.count > 1 else {
            return [ExportProfile.plain(formats.first?.format ?? I18nextJSON())]
        }
        return formats.map { format, sections in
            var profile = ExportProfile.plain(format)
            profile.request.sections = sections
            return profile
        }
    }

    /// Returns the profiles that write the app's own files: those in the settings, or otherwise one
    /// for each format of the files.
    ///
    /// If `names` is not empty, returns only the profiles in the settings with these names. A single
    /// format needs no directory of its own.
    public func ownProfiles(named names: [String] = []) throws -> [ExportProfile] {
        let stored = try exportProfiles(named: names)
        guard stored.isEmpty else { return stored }
        var profiles = try profilesOfFiles()
        if profiles.count == 1 { profiles[0].directory = nil }
        return profiles
    }

    /// Returns the format with the given name, or the project's only JSON or XML format for the
    /// names `json` and `xml`.
    ///
    /// Rejects `json` and `xml` if the project has no such format or several of them.
    public func writtenFormat(_ name: String) throws -> any FileFormat {
        guard ["json", "xml"].contains(name) else { return try Workspace.writtenFormat(name) }
        let isOfKind = { (format: any FileFormat) in format.name.hasSuffix("-" + name) }
        let own = try formatsOfSections().map(\.format).filter(isOfKind)
        if own.count == 1 { return own[0] }
        let names = FileFormats.written.filter(isOfKind).map(\.name).joined(separator: ", ")
        throw Refusal(
            .invalidValue,
            own.isEmpty
                ? "The project has no files in any \(name.uppercased()) format."
                : "The project has files in several \(name.uppercased()) formats.",
            hint: "Specify one of \(names).")
    }
}
