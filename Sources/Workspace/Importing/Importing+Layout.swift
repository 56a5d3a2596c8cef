import Interchange
import ReadModel
import Texts
import Translation

extension Snapshot {
    /// The skeleton of a file in a format that keeps layouts; see ``FileFormat/skeleton(of:_:known:section:_:language:options:)``.
    ///
    /// Cost: nothing for a file whose text is kept already; else a few times that of reading it, and a query for what is known of all
    /// strings.
    func layout(
        of bytes: [UInt8], _ file: OpenedFile, _ read: ReadFile, _ shape: SourceShape
    ) throws -> String? {
        let isSource = file.locale == project.source
        let known = try model.resource(file.section, in: isSource ? nil : file.locale).file
        let skeleton = known.format == file.format.name ? known.skeleton ?? "" : ""
        if skeleton.utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8) {
            return skeleton
        }
        var entries: [ExportEntry] = []
        if isSource {
            entries = read.entries.map { entry in
                let value = entry.value ?? entry.source ?? Value("")
                return ExportEntry(
                    string: entry.string, source: value, value: value, details: entry.details)
            }
        } else {
            var details: [StringID: StringDetails] = [:]
            if file.format.carriesDetails {
                let known = try model.detailsOfStrings(meta: file.format.metaName)
                for string in try model.sourceStrings() { details[string.string] = known[string] }
            }
            // The order is the project's. Strings that it lacks are not exported.
            let own = read.entries.filter { shape.values[$0.string] != nil }
            let places = own.map { shape.places[$0.string] ?? Int.max }
            let order = own.indices.sorted { (places[$0], $0) < (places[$1], $1) }
            entries = order.map { index in
                let entry = own[index]
                let isEmpty = entry.value?.isEmptyText == true && !entry.isDeliberatelyEmpty
                let string = entry.string
                return ExportEntry(
                    string: string, source: shape.values[string] ?? entry.value ?? Value(""),
                    value: isEmpty ? nil : entry.value,
                    details: shape.details[string] ?? details[string] ?? StringDetails(),
                    textDetails: entry.textDetails)
            }
        }
        var options = ExportOptions(
            defaultSection: project.defaultSection, isSource: isSource,
            sourceLanguage: project.source, languages: Set(try locales()))
        options.contexts = try i18nextContexts()
        return file.format.skeleton(
            of: bytes, read, known: skeleton, section: file.section, entries,
            language: file.locale, options: options)
    }
}
