import Interchange
import ReadModel
import Texts
import Translation

/// Where the app has its files of one format.
struct FilePlaces {
    private let sections: Set<Value.Text>
    private let format: any FileFormat
    private let model: ReadModel

    /// Looks for the files of sections.
    init(of sections: Set<Value.Text>, _ format: any FileFormat, in model: ReadModel) {
        self.sections = sections
        self.format = format
        self.model = model
    }

    /// Returns the path of a file that was written for a language, or for all; `nil` where none is known.
    ///
    /// A file of several sections has the place that all of them have.
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
        // A path from before the files were moved does not count.
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
    /// The pattern of its paths; where it has none, that of convention beside the file of the source language.
    func places(_ format: any FileFormat) -> FilePattern? {
        pattern.flatMap(FilePattern.init) ?? path.flatMap(format.pattern(besideSource:))
    }
}

extension Snapshot {
    /// The sections of a request, those of each file together; `nil` for all.
    ///
    /// A format may have several sections in one file. The app may have several such files.
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
