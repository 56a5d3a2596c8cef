import JSON
public import Texts
import Translation

extension XLIFF12 {
    /// Writes `<language>.xliff`, with a `<file>` for each section, or for each original if it is
    /// known.
    ///
    /// A string with several texts has a unit for each text, with the source text of the same form
    /// or of the form `other`. Characters that XML cannot represent, keys with `|==|`, and case
    /// names with dots are left out and listed.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try SafePath.require(language.rawValue, called: "language")
        var result = ExportResult(files: [], unrepresentable: [])
        var output = XMLOutput()
        output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff")
        output.attribute("xmlns", XLIFFText.version1.namespace)
        output.attribute("version", "1.2")
        output.raw(">\n")
        for file in XLIFF12Output.files(entries) {
            var units = XMLOutput()
            for entry in file.entries {
                do throws(UnwritableReason) {
                    units.append(try XLIFF12Output.units(of: entry, options))
                } catch {
                    result.unrepresentable.append(
                        Unrepresentable(string: entry.string, reason: error.text))
                }
            }
            output.raw("  <file")
            output.attribute("original", file.original)
            output.attribute(
                "source-language", (options.sourceLanguage ?? language).rawValue)
            output.attribute("target-language", language.rawValue)
            output.attribute("datatype", file.datatype)
            output.raw(
                ">\n    <header>\n      <tool tool-id=\"dragoman\" tool-name=\"Dragoman\"/>\n")
            output.raw("    </header>\n    <body>\n")
            output.append(units)
            output.raw("    </body>\n  </file>\n")
        }
        output.raw("</xliff>\n")
        result.files = [OutputFile(path: "\(language).xliff", bytes: output.bytes)]
        return result
    }
}

/// Divides strings into files and writes their units.
private enum XLIFF12Output {
    struct File {
        let original: String
        let datatype: String
        var entries: [ExportEntry]
    }

    /// Returns the strings by original, in the order of the sections and of their first strings.
    static func files(_ entries: [ExportEntry]) -> [File] {
        var files: [File] = []
        for (section, entries) in entries.bySection() {
            let first = files.count
            for entry in entries {
                let meta = entry.details.meta
                let original = meta?["original"]?.stringValue ?? section
                let datatype = meta?["datatype"]?.stringValue ?? "plaintext"
                let index = files[first...].firstIndex {
                    $0.original.utf8.elementsEqual(original.utf8) && $0.datatype == datatype
                }
                if let index {
                    files[index].entries.append(entry)
                } else {
                    files.append(File(original: original, datatype: datatype, entries: [entry]))
                }
            }
        }
        return files
    }

    static func units(
        of entry: ExportEntry, _ options: ExportOptions
    ) throws(UnwritableReason) -> XMLOutput {
        let key = entry.string.key
        guard !key.isEmpty, !key.holds(XLIFF12.formMark) else {
            throw UnwritableReason("In this format, a key cannot be empty or contain “|==|”.")
        }
        let source = options.isSource ? entry.value ?? entry.source : entry.source
        let target = options.isSource ? nil : entry.written(options)
        let value = target ?? (options.isSource ? source : entry.outline ?? source)
        let sources = try ValueUnits.units(of: source)
        let units = try ValueUnits.units(of: value)
        do {
            try XMLObstacle.require(key)
            for unit in sources + units {
                try XMLObstacle.require(unit.text)
                try XMLObstacle.require(unit.path)
            }
        } catch { throw UnwritableReason(error.sentence) }
        try requireNames(of: value, units, entry)
        var output = XMLOutput()
        for (index, unit) in units.enumerated() {
            write(
                unit, source: ValueUnits.source(of: unit.path, in: sources), of: entry,
                isFirst: index == 0, hasTarget: target != nil, options, to: &output)
        }
        return output
    }

    /// Throws if the source text does not supply the value's argument names and variable types.
    private static func requireNames(
        of value: Value, _ units: [ValueUnit], _ entry: ExportEntry
    ) throws(UnwritableReason) {
        let shape = SourceShape(values: [entry.string: entry.source])
        guard let bare = try? ValueUnits.value(of: units),
            shape.conforming(bare, of: entry.string, namesVariables: true)
                == shape.conforming(value, of: entry.string)
        else {
            throw UnwritableReason(
                "The argument names differ from the source's, which units cannot express."
            )
        }
    }

    private static func write(
        _ unit: ValueUnit, source: String, of entry: ExportEntry, isFirst: Bool, hasTarget: Bool,
        _ options: ExportOptions, to output: inout XMLOutput
    ) {
        let meta = entry.details.meta
        let name =
            unit.path.isEmpty
            ? entry.string.key : entry.string.key + XLIFF12.formMark + unit.path
        output.raw("      <trans-unit")
        if isFirst, let id = meta?["id"]?.stringValue {
            output.attribute("id", id)
            output.attribute("resname", name)
        } else {
            output.attribute("id", name)
        }
        if entry.details.isTranslatable == false { output.attribute("translate", "no") }
        if let limit = entry.details.maximumLength, let unit = XLIFF12Limit.name(of: limit.unit) {
            output.attribute("maxwidth", String(limit.count))
            output.attribute("size-unit", unit)
        }
        let own = options.isSource ? nil : entry.value == nil ? nil : entry.textDetails.meta
        if let approved = own?["approved"]?.stringValue { output.attribute("approved", approved) }
        for (name, value) in meta?["attributes"]?.objectValue?.members ?? [] where isFirst {
            if let value = value.stringValue { output.attribute(name, value) }
        }
        output.raw(" xml:space=\"preserve\">\n        <source>")
        XLIFFText.version1.write(source, to: &output)
        output.raw("</source>\n")
        if hasTarget {
            output.raw("        <target")
            if let state = state(of: entry) { output.attribute("state", state) }
            if let qualifier = own?["state-qualifier"]?.stringValue {
                output.attribute("state-qualifier", qualifier)
            }
            output.raw(">")
            XLIFFText.version1.write(unit.text, to: &output)
            output.raw("</target>\n")
        }
        if let comment = entry.details.comment, !comment.isEmpty,
            (try? XMLObstacle.require(comment)) != nil
        {
            output.raw("        <note>")
            output.text(comment)
            output.raw("</note>\n")
        }
        let notes = (options.isSource ? meta : own)?["notes"]?.arrayValue ?? []
        for note in notes where isFirst {
            output.raw("        ")
            XLIFFNote.write(note, to: &output)
        }
        output.raw("      </trans-unit>\n")
    }

    private static func state(of entry: ExportEntry) -> String? {
        guard entry.value != nil else { return "new" }
        let said = entry.textDetails.meta?["state"]?.stringValue
        guard let needsWork = entry.textDetails.needsWork else { return said }
        if let said, XLIFF12State.needsWork(said) == needsWork { return said }
        return XLIFF12State.usual(needsWork: needsWork)
    }
}
