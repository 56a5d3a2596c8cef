import JSON
public import Texts
import Translation

extension XLIFF2 {
    /// Writes `<language>.xliff`, with a `<file>` for each section, or for each original if it is
    /// known.
    ///
    /// If there are no strings, no file is written, because the format does not allow an empty
    /// file. Characters that XML cannot represent, and case names with dots, are left out and
    /// listed.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try SafePath.require(language.rawValue, called: "language")
        var result = ExportResult(files: [], unrepresentable: [])
        var body = XMLOutput()
        var ids = XLIFF2IDs()
        var hasSizes = false
        for file in XLIFF2Output.files(entries) {
            var units = XMLOutput()
            for entry in file.entries {
                do throws(UnwritableReason) {
                    units.append(try XLIFF2Output(entry, options).written(&ids))
                } catch {
                    result.unrepresentable.append(
                        Unrepresentable(string: entry.string, reason: error.text))
                }
            }
            guard !units.bytes.isEmpty else { continue }
            body.raw("  <file")
            body.attribute("id", ids.nextFile())
            body.attribute("original", file.original)
            body.raw(">\n")
            XLIFF2Sizes.write(file.profiles, to: &body)
            hasSizes = hasSizes || file.hasSizes
            body.append(units)
            body.raw("  </file>\n")
        }
        guard !body.bytes.isEmpty else { return result }
        var output = XMLOutput()
        output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff")
        output.attribute("xmlns", XLIFFText.version2.namespace)
        output.attribute("xmlns:mda", Self.metadata)
        if hasSizes { XLIFF2Sizes.writeNamespace(to: &output) }
        output.attribute("version", "2.1")
        output.attribute("srcLang", (options.sourceLanguage ?? language).rawValue)
        if !options.isSource { output.attribute("trgLang", language.rawValue) }
        output.raw(">\n")
        output.append(body)
        output.raw("</xliff>\n")
        result.files = [OutputFile(path: "\(language).xliff", bytes: output.bytes)]
        return result
    }
}

/// Assigns the identifiers in a file to be written.
struct XLIFF2IDs {
    private var files = 0
    private var units = 0
    private var taken: Set<String> = []

    /// Returns the id of the next `<file>`.
    mutating func nextFile() -> String {
        files += 1
        return "f\(files)"
    }

    /// Returns the stored id of a string if it is valid and unused, or otherwise the next free id.
    mutating func next(_ kind: String, kept: String? = nil) -> String {
        if let kept, Self.isToken(kept), taken.insert(kept).inserted { return kept }
        units += 1
        return "\(kind)\(units)"
    }

    /// Returns whether a text is an ASCII `NMTOKEN` and not an id assigned by an export.
    private static func isToken(_ id: String) -> Bool {
        !id.isEmpty && !XLIFF2ID.isOwn(id)
            && id.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "-._".utf8.contains(byte)
            }
    }
}

/// A string to be written.
private struct XLIFF2Output {
    private let entry: ExportEntry
    private let options: ExportOptions
    private let sources: [ValueUnit]
    /// The value that determines the units: the target, otherwise the outline or the source text.
    private let value: Value
    private let units: [ValueUnit]
    private let hasTarget: Bool

    /// Strings that can be in the same `<file>`.
    struct File {
        let original: String
        /// The profiles, which define the units for the strings' restrictions.
        var profiles: [XLIFF2Sizes.Kind: XLIFF2Sizes.Profile] = [:]
        var hasSizes = false
        var entries: [ExportEntry] = []

        /// Returns whether restrictions with the given profiles can be used in this file.
        func canCount(_ other: [XLIFF2Sizes.Kind: XLIFF2Sizes.Profile]) -> Bool {
            other.allSatisfy { kind, profile in profiles[kind].map { $0 == profile } ?? true }
        }
    }

    /// Returns the strings by original and by the units of their restrictions.
    ///
    /// They are in the order of the sections and of their first strings.
    static func files(_ entries: [ExportEntry]) -> [File] {
        var files: [File] = []
        for (section, entries) in entries.bySection() {
            let first = files.count
            for entry in entries {
                let original = entry.details.meta?["original"]?.stringValue ?? section
                let sizes = XLIFF2Sizes(of: entry.details)
                let found = files[first...].firstIndex {
                    $0.original.utf8.elementsEqual(original.utf8) && $0.canCount(sizes.profiles)
                }
                let index = found ?? files.count
                if found == nil { files.append(File(original: original)) }
                files[index].profiles.merge(sizes.profiles) { own, _ in own }
                files[index].hasSizes = files[index].hasSizes || !sizes.isEmpty
                files[index].entries.append(entry)
            }
        }
        return files
    }

    init(_ entry: ExportEntry, _ options: ExportOptions) throws(UnwritableReason) {
        self.entry = entry
        self.options = options
        guard !entry.string.key.isEmpty else {
            throw UnwritableReason("In this format, a key cannot be empty.")
        }
        let source = options.isSource ? entry.value ?? entry.source : entry.source
        let target = options.isSource ? nil : entry.written(options)
        value = target ?? (options.isSource ? source : entry.outline ?? source)
        sources = try ValueUnits.units(of: source)
        hasTarget = target != nil
        units = try ValueUnits.units(of: value)
        do {
            try XMLObstacle.require(entry.string.key)
            for unit in sources + units {
                try XMLObstacle.require(unit.text)
                try XMLObstacle.require(unit.path)
            }
            for (name, text) in ValueAnnotations.all(of: value) {
                try XMLObstacle.require(name)
                try XMLObstacle.require(text)
            }
        } catch { throw UnwritableReason(error.sentence) }
        let shape = SourceShape(values: [entry.string: entry.source])
        guard let bare = try? ValueUnits.value(of: units),
            shape.conforming(
                ValueAnnotations.adding(ValueAnnotations.all(of: value), to: bare),
                of: entry.string, namesVariables: true) == value
        else {
            throw UnwritableReason(
                "The text specifies arguments or types for fewer variables than the source; a reader would take the others from the source."
            )
        }
    }

    private var meta: JSONObject? { entry.details.meta }
    private var own: JSONObject? {
        options.isSource || entry.value == nil ? nil : entry.textDetails.meta
    }

    func written(_ ids: inout XLIFF2IDs) -> XMLOutput {
        var output = XMLOutput()
        let isGroup = units.contains { !$0.path.isEmpty }
        guard isGroup else {
            if let unit = units.first {
                write(unit, name: entry.string.key, isString: true, "    ", &ids, to: &output)
            }
            return output
        }
        output.raw("    <group")
        output.attribute("id", ids.next("g", kept: meta?["id"]?.stringValue))
        output.attribute("name", entry.string.key)
        output.attribute("type", XLIFF2.groupType)
        writeAttributes(to: &output)
        output.raw(">\n")
        let annotations = ValueAnnotations.all(of: value)
        if !annotations.isEmpty {
            output.raw("      <mda:metadata>\n        <mda:metaGroup")
            output.attribute("category", XLIFF2.category)
            output.raw(">\n")
            for (name, text) in annotations {
                output.raw("          <mda:meta")
                output.attribute("type", name)
                output.raw(">")
                output.text(text)
                output.raw("</mda:meta>\n")
            }
            output.raw("        </mda:metaGroup>\n      </mda:metadata>\n")
        }
        writeNotes("      ", to: &output)
        for unit in units {
            write(unit, name: unit.path, isString: false, "      ", &ids, to: &output)
        }
        output.raw("    </group>\n")
        return output
    }

    private func writeAttributes(to output: inout XMLOutput) {
        if entry.details.isTranslatable == false { output.attribute("translate", "no") }
        for (name, value) in meta?["attributes"]?.objectValue?.members ?? [] {
            if let value = value.stringValue { output.attribute(name, value) }
        }
    }

    private func writeNotes(_ indent: String, to output: inout XMLOutput) {
        var comment = entry.details.comment ?? ""
        if (try? XMLObstacle.require(comment)) == nil { comment = "" }
        let others = (options.isSource ? meta : own)?["notes"]?.arrayValue ?? []
        guard !comment.isEmpty || !others.isEmpty else { return }
        output.raw(indent + "<notes>\n")
        if !comment.isEmpty {
            output.raw(indent + "  <note>")
            output.text(comment)
            output.raw("</note>\n")
        }
        for note in others {
            output.raw(indent + "  ")
            XLIFFNote.write(note, to: &output)
        }
        output.raw(indent + "</notes>\n")
    }

    private func write(
        _ unit: ValueUnit, name: String, isString: Bool, _ indent: String,
        _ ids: inout XLIFF2IDs, to output: inout XMLOutput
    ) {
        output.raw(indent + "<unit")
        output.attribute("id", ids.next("u", kept: isString ? meta?["id"]?.stringValue : nil))
        output.attribute("name", name)
        if isString { writeAttributes(to: &output) }
        XLIFF2Sizes(of: entry.details).writeAttributes(to: &output)
        output.raw(">\n")
        if isString {
            writeNotes(indent + "  ", to: &output)
            writeOriginalData(indent + "  ", to: &output)
        }
        output.raw(indent + "  <segment")
        if hasTarget {
            if let state { output.attribute("state", state) }
            if let subState = own?["subState"]?.stringValue, state != nil {
                output.attribute("subState", subState)
            }
        }
        output.raw(">\n" + indent + "    <source xml:space=\"preserve\">")
        XLIFFText.version2.write(
            ValueUnits.source(of: unit.path, in: sources), to: &output)
        output.raw("</source>\n")
        if hasTarget {
            output.raw(indent + "    <target xml:space=\"preserve\">")
            XLIFFText.version2.write(unit.text, to: &output)
            output.raw("</target>\n")
        }
        output.raw(indent + "  </segment>\n" + indent + "</unit>\n")
    }

    /// Writes the native code that placeholders refer to, if it is valid.
    private func writeOriginalData(_ indent: String, to output: inout XMLOutput) {
        guard let data = meta?["originalData"]?.stringValue,
            XMLMarkup.element(around: data, where: { ["data", "cp"].contains($0.name) }) != nil
        else { return }
        output.raw(indent + "<originalData>\(data)</originalData>\n")
    }

    private var state: String? {
        guard entry.value != nil else { return "initial" }
        let said = own?["state"]?.stringValue
        guard let needsWork = entry.textDetails.needsWork else { return said }
        return needsWork ? "initial" : said ?? "translated"
    }
}
