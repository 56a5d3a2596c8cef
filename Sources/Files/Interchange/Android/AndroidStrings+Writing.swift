import JSON
public import Texts
import Translation

extension AndroidStrings {
    /// Writes `res/values-<language>/<section>.xml` for each section.
    ///
    /// The files of the source language are written to `res/values`.
    ///
    /// The following are left out and listed: keys that are not resource names, choices other than
    /// plurals by category, nested lists, formats with variables, and characters that XML cannot
    /// represent and aapt2 cannot escape.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        let directory = try Self.directory(of: language, isSource: options.isSource)
        var result = ExportResult(files: [], unrepresentable: [])
        for (section, entries) in entries.bySection() {
            let name = try Self.names.name(of: section, default: options.defaultSection)
            guard !name.utf8.contains(UInt8(ascii: "/")) else {
                throw InterchangeError(
                    "The section “\(section)” needs a directory below values, which Android does not allow.",
                    hint: "Rename it, or export it in another format.")
            }
            var resources = XMLOutput()
            var hasGroups = options.layout?.holds("xmlns:xliff=") ?? false
            var hasTools = options.layout?.holds("xmlns:tools=") ?? false
            for entry in entries {
                do throws(UnwritableReason) {
                    guard let resource = try AndroidResource(entry, options) else { continue }
                    resource.write(to: &resources)
                    hasGroups = hasGroups || resource.needsDeclaration
                    hasTools =
                        hasTools || resource.attributes.contains { $0.name.hasPrefix("tools:") }
                } catch {
                    result.unrepresentable.append(
                        Unrepresentable(string: entry.string, reason: error.text))
                }
            }
            var output = XMLOutput()
            output.raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources")
            if hasTools { output.attribute("xmlns:tools", "http://schemas.android.com/tools") }
            if hasGroups { output.raw(AndroidText.declaration) }
            output.raw(">\n")
            let bytes = output.bytes + resources.bytes + Array("</resources>\n".utf8)
            result.files.append(
                OutputFile(path: "\(directory)/\(name).xml", section: section, bytes: bytes))
        }
        return result
    }
}

/// An Android resource to write.
private struct AndroidResource {
    let attributes: [(name: String, value: String)]
    let needsDeclaration: Bool
    private let comment: String?
    private let value: Value
    private let mayBeReference: Bool
    private let isEscaped: Bool

    init?(_ entry: ExportEntry, _ options: ExportOptions) throws(UnwritableReason) {
        // If another language contains an untranslatable string, Android Lint reports the error
        // ExtraTranslation.
        if entry.details.isTranslatable == false, entry.value == nil, !options.isSource {
            return nil
        }
        guard let value = entry.written(options) else { return nil }
        let meta = entry.details.meta
        mayBeReference =
            meta?["reference"]?.boolValue == true
            || entry.textDetails.meta?["reference"]?.boolValue == true
        isEscaped = meta?["markup"]?.stringValue == "escaped"
        self.value = value
        comment = entry.details.comment.flatMap(Self.comment)
        let key = entry.string.key
        let parts = key.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, Self.isName(name), parts.count == 1 || Self.isName(parts[1]),
            parts.count == 1 || parts[1] != "default"
        else { throw UnwritableReason("The key is not a valid name of an Android resource.") }
        var attributes = [(name: "name", value: String(name))]
        if parts.count == 2 { attributes.append(("product", String(parts[1]))) }
        if entry.details.isTranslatable == false, meta?["reference"]?.boolValue != true {
            attributes.append(("translatable", "false"))
        }
        for (name, value) in meta?["attributes"]?.objectValue?.members ?? [] {
            guard let value = value.stringValue, !attributes.contains(where: { $0.name == name })
            else { continue }
            attributes.append((name, value))
        }
        self.attributes = attributes
        let texts = try Self.texts(of: value)
        for text in texts {
            do {
                try XMLObstacle.require(text, escapesControls: true)
            } catch { throw UnwritableReason(error.sentence) }
        }
        let isEscaped = isEscaped
        needsDeclaration = !isEscaped && texts.contains { AndroidText.needsDeclaration($0) }
    }

    private static func texts(of value: Value) throws(UnwritableReason) -> [String] {
        switch value {
        case .text(let text): return [text.string]
        case .list(let values):
            guard values.allSatisfy({ $0.plainText != nil }) else {
                throw UnwritableReason("In this format, the items of a list must be plain texts.")
            }
            return values.compactMap(\.plainText)
        case .choice(let choice):
            guard choice.selector == .plural else {
                throw UnwritableReason(
                    "This format cannot choose a form by \(choice.selector.rawValue); it supports only plurals."
                )
            }
            for item in choice.cases {
                guard PluralCase.categories.contains(item.name.string) else {
                    throw UnwritableReason(
                        "This format does not support plural cases for exact numbers, such as “\(item.name.string)”."
                    )
                }
                guard item.value.plainText != nil else {
                    throw UnwritableReason(
                        "In this format, the cases of a plural must be plain texts.")
                }
            }
            return choice.cases.compactMap { $0.value.plainText }
        case .format:
            throw UnwritableReason("This format does not support texts with plural variables.")
        }
    }

    /// Returns the comment if XML can represent it; otherwise returns nil.
    private static func comment(_ text: String) -> String? {
        guard !text.holds("--"), text.utf8.last != UInt8(ascii: "-"),
            (try? XMLObstacle.require(text)) != nil,
            !text.utf8.contains(0x0D)
        else { return nil }
        return text
    }

    /// Returns whether aapt2 accepts a resource name.
    ///
    /// A name consists of letters, digits, `_`, `.` and `-`, and does not begin with a digit, `.`
    /// or `-`.
    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.unicodeScalars.first,
            first == "_" || first.properties.isXIDStart
        else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isXIDContinue || $0 == "." || $0 == "-"
        }
    }

    func write(to output: inout XMLOutput) {
        if let comment { output.raw("    <!-- \(comment) -->\n") }
        switch value {
        case .text(let text):
            open("string", to: &output)
            write(text.string, to: &output)
            output.raw("</string>\n")
        case .list(let values):
            open("string-array", to: &output)
            output.raw("\n")
            for item in values { writeItem(item, quantity: nil, to: &output) }
            output.raw("    </string-array>\n")
        case .choice(let choice):
            open("plurals", to: &output)
            output.raw("\n")
            for item in choice.cases {
                writeItem(item.value, quantity: item.name.string, to: &output)
            }
            output.raw("    </plurals>\n")
        case .format: break
        }
    }

    private func open(_ element: String, to output: inout XMLOutput) {
        output.raw("    <\(element)")
        for (name, value) in attributes { output.attribute(name, value) }
        output.raw(">")
    }

    private func writeItem(_ value: Value, quantity: String?, to output: inout XMLOutput) {
        output.raw("        <item")
        if let quantity { output.attribute("quantity", quantity) }
        output.raw(">")
        write(value.plainText ?? "", to: &output)
        output.raw("</item>\n")
    }

    private func write(_ text: String, to output: inout XMLOutput) {
        AndroidText.write(
            text, mayBeReference: mayBeReference, isEscaped: isEscaped, to: &output)
    }
}
