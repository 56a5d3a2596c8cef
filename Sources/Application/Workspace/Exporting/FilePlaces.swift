import Interchange
import ReadModel
import Texts
import Translation

/// The places of the app's files in one format.
struct FilePlaces {
    private let sections: Set<Value.Text>
    private let format: any FileFormat
    private let model: ReadModel

    init(of sections: Set<Value.Text>, _ format: any FileFormat, in model: ReadModel) {
        self.sections = sections
        self.format = format
        self.model = model
    }

    /// Returns the path of an exported file for a language or for all languages, or `nil` if its
    /// place is unknown.
    ///
    /// If a file contains several sections, its place is known only if they all have the same
    /// place.
    func path(of file: OutputFile, in locale: LanguageTag?) throws -> String? {
        let places = try Set(
            (file.section.map { [Value.Text($0)] } ?? sections).map { section in
                try place(of: section, in: locale)
            })
        guard places.count == 1, let place = places.first ?? nil, SafePath.isSafe(place) else {
            return nil
        }
        return FilePattern.path(of: file, at: place)
    }

    private func place(of section: Value.Text, in locale: LanguageTag?) throws -> String? {
        let resource = try model.resource(section.string, in: nil).file
        guard resource.format == format.name, let pattern = resource.places(format) else {
            return nil
        }
        guard let locale else { return pattern.hasLanguage ? nil : pattern.text }
        let source = model.project.source
        if locale == source { return resource.path ?? pattern.path(of: source, isSource: true) }
        let own = try model.resource(section.string, in: locale).file
        // If the path was recorded before the files were moved, it is ignored.
        if let path = own.path, own.format == format.name,
            format.pattern(ofPath: path, spellings: spellings(of: path, locale))?.comparable
                == pattern.comparable
        {
            return path
        }
        return pattern.hasLanguage ? pattern.path(of: locale, isSource: false) : nil
    }

    private func spellings(of path: String, _ locale: LanguageTag) -> [String] {
        let tag = locale.rawValue
        return [
            format.place(ofPath: path, languages: [locale]).language, tag,
            tag.replacing("-", with: "_"),
        ].compactMap(\.self)
    }
}

extension FileResource {
    /// Returns the recorded pattern of the paths, or otherwise the format's conventional pattern
    /// next to the source language's file.
    func places(_ format: any FileFormat) -> FilePattern? {
        pattern.flatMap(FilePattern.init) ?? path.flatMap(format.pattern(besideSource:))
    }
}

extension Snapshot {
    /// Returns the sections of a request, grouped by file; a `nil` group contains all sections.
    ///
    /// A format may store several sections in one file, and an app may have several such files.
    func sectionsOfFiles(_ request: ExportRequest) throws -> [[String]?] {
        guard request.usesPlaces, request.pseudo == nil, !request.format.traits.hasFilePerSection
        else {
            return [request.sections]
        }
        var groups: [String: [String]] = [:]
        for section in try request.sections ?? model.sections() {
            let file = try model.resource(section, in: nil).file
            let pattern =
                file.format == request.format.name ? file.places(request.format)?.text : nil
            groups[pattern ?? "", default: []].append(section)
        }
        guard groups.count > 1 else { return [request.sections] }
        return groups.sorted { $0.key.precedesInBytes($1.key) }.map(\.value)
    }
}
