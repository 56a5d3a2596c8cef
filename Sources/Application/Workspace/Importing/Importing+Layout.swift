import Interchange
import ReadModel
import Texts
import Translation

/// The skeletons of the import's files, in formats that keep layouts.
struct KnownLayouts {
    /// The layouts of files that were read earlier in the import.
    private var imported: [SectionInLanguage: String] = [:]

    private struct SectionInLanguage: Hashable {
        let section: Value.Text
        let locale: LanguageTag
    }

    /// Adds the skeleton of a file; see ``FileFormat/skeleton(of:_:at:known:section:_:options:)``.
    ///
    /// Cost: nothing for a file whose text is already stored. Otherwise a few times the cost of
    /// reading the file, and a query for the known values of all strings.
    mutating func add(
        to read: inout ReadFile, of file: Snapshot.OpenedFile, _ shape: SourceShape,
        _ snapshot: Snapshot
    ) throws {
        let isSource = file.place.locale == snapshot.project.source
        // A file with several languages stores its layout once for all of them.
        read.skeleton = nil
        guard file.part.map({ isSource && !$0.languages.isEmpty }) ?? true else { return }
        let place = SectionInLanguage(
            section: Value.Text(file.place.section), locale: file.place.locale)
        let bytes = try file.input.bytes()
        let path = file.input.appPath ?? file.input.name
        let known = try imported[place] ?? snapshot.knownSkeleton(of: file)
        let own = file.input.format.traits.skeletons.layout(ofFile: path, in: known) ?? ""
        guard !own.utf8.elementsEqual(bytes) else {
            (imported[place], read.skeleton) = (known, known)
            return
        }
        let languages = try snapshot.languages(of: file, read, shape)
        let options = try snapshot.layoutOptions(isSource: isSource)
        let skeleton = file.input.format.skeleton(
            of: bytes, read, at: path, known: known, section: file.place.section, languages,
            options: options)
        (imported[place], read.skeleton) = (skeleton, skeleton)
        if let skeleton, !skeleton.utf8.elementsEqual(known.utf8) {
            read.kept = file.input.format.keptMark(in: skeleton, of: languages, options: options)
        }
    }
}

extension Snapshot {
    fileprivate func knownSkeleton(of file: OpenedFile) throws -> String {
        let locale = file.place.locale == project.source ? nil : file.place.locale
        let known = try model.resource(file.place.section, in: locale).file
        return known.format == file.input.format.name ? known.skeleton ?? "" : ""
    }

    fileprivate func layoutOptions(isSource: Bool) throws -> ExportOptions {
        var options = ExportOptions(
            defaultSection: project.defaultSection, isSource: isSource,
            sourceLanguage: project.source, languages: Set(try locales()))
        options.contexts = try i18nextContexts()
        return options
    }

    /// Returns the contents of a file in each of its languages, as an export would write them.
    fileprivate func languages(
        of file: OpenedFile, _ read: ReadFile, _ shape: SourceShape
    ) throws -> [LanguageEntries] {
        let source = project.source
        guard file.place.locale == source else {
            return [try translated(read, file.place.locale, file.input.format, shape)]
        }
        var languages = [
            LanguageEntries(
                language: source, isSource: true,
                entries: read.entries.map { entry in
                    let value = entry.value ?? entry.source ?? Value("")
                    return ExportEntry(
                        string: entry.string, source: value, value: value,
                        details: entry.details)
                })
        ]
        var shape = SourceShape()
        for (place, entry) in read.entries.enumerated() {
            shape.values[entry.string] = entry.value ?? entry.source
            shape.places[entry.string] = place
            shape.details[entry.string] = entry.details
        }
        for part in file.part?.languages ?? [] where part.locale != source {
            var file = file
            (file.place.locale, file.place.spelling) = (part.locale, part.spelling)
            let read = try entries(of: file, shape: shape)
            languages.append(try translated(read, part.locale, file.input.format, shape))
        }
        return languages
    }

    private func translated(
        _ read: ReadFile, _ locale: LanguageTag, _ format: any FileFormat, _ shape: SourceShape
    ) throws -> LanguageEntries {
        var details: [StringID: StringDetails] = [:]
        if format.traits.carriesDetails,
            read.entries.contains(where: { shape.details[$0.string] == nil })
        {
            let known = try model.detailsOfStrings(meta: format.traits.family)
            for string in try model.sourceStrings() { details[string.string] = known[string] }
        }
        // Exports write strings in the project's order, and only strings that exist in the project.
        let own = read.entries.filter { shape.values[$0.string] != nil }
        let places = own.map { shape.places[$0.string] ?? Int.max }
        let order = own.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        let entries = order.map { index in
            let entry = own[index]
            let isEmpty = entry.value?.isEmptyText == true && !entry.isDeliberatelyEmpty
            let string = entry.string
            return ExportEntry(
                string: string, source: shape.values[string] ?? entry.value ?? Value(""),
                value: isEmpty ? nil : entry.value,
                details: shape.details[string] ?? details[string] ?? StringDetails(),
                textDetails: entry.textDetails)
        }
        return LanguageEntries(language: locale, isSource: false, entries: entries)
    }
}
