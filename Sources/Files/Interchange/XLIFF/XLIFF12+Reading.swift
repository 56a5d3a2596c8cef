import JSON
import Texts
import Translation

extension XLIFF12 {
    /// Reads a UTF-8 file of at most 64 MiB, without a document type.
    ///
    /// Throws an error with a line number for a duplicate unit, a unit without an id or source, and
    /// a file with several target languages. `alt-trans`, binary units, and elements in other
    /// namespaces are left out with a notice.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let document = XLIFF12Document(context)
        try XMLSubtrees.read(bytes, into: document)
        return document.finished(source: document.source, target: document.target)
    }
}

/// Collects the units of a file.
private final class XLIFF12Document: XLIFFDocument, XMLSubtreeHandler {
    private let text = XLIFFText.version1
    private var indices: [StringID: Int] = [:]
    private var lines: [Value.Text: Int] = [:]
    private(set) var target: String?
    private(set) var source: String?
    private var file: XMLNode?

    func takesWhole(_ element: XMLNode, depth: Int) throws(InterchangeError) -> Bool {
        if depth == 0 { try XLIFFFile.require(element, text) }
        return !["xliff", "file", "body", "group"].contains(String(element.localName))
    }

    func open(_ element: XMLNode, depth: Int) throws(InterchangeError) {
        guard element.localName == "file" else {
            if element.localName == "group", !element.attributes.values.isEmpty {
                notices.once(
                    "group", line: element.line,
                    "Groups are flattened: their attributes are not imported.")
            }
            return
        }
        file = element
        lines = [:]
        let known = ["original", "source-language", "target-language", "datatype"]
        for (name, _) in element.attributes.values where !known.contains(name) {
            notices.once(
                "file." + name, line: element.line,
                "The attribute \(name) of <file> is not imported.")
        }
        if let own = element.attributes["source-language"] {
            source = source ?? own
            if let source, !FileLanguage.isSame(source, own) {
                notices.once(
                    "source-language", line: element.line,
                    "The file is translated from both “\(source)” and “\(own)”.")
            }
        }
        guard let own = element.attributes["target-language"] else { return }
        if let target, !target.utf8.elementsEqual(own.utf8) {
            throw InterchangeError(
                "The file contains texts in both “\(target)” and “\(own)”.",
                hint: "Make a file for each.",
                line: element.line)
        }
        target = own
    }

    func subtree(_ node: XMLNode, depth: Int) throws(InterchangeError) {
        guard node.localName == "trans-unit", text.isOwn(node.namespace) else {
            let known =
                node.localName == "header"
                && node.elements.allSatisfy { $0.localName == "tool" }
            if !known {
                notices.once(
                    node.name, line: node.line, "The element <\(node.name)> is not imported.")
            }
            return
        }
        guard let id = node.attributes["id"], let source = node.first("source") else {
            throw InterchangeError(
                "The <trans-unit> has no id or no <source>.", hint: "Add it.", line: node.line)
        }
        let isSymfony = XLIFFOriginal.isSymfony(file?.attributes["original"])
        let name = node.attributes["resname"] ?? (isSymfony ? text.read(source) : nil) ?? id
        if let first = lines.updateValue(node.line, forKey: Value.Text(name)) {
            throw InterchangeError(
                "The unit “\(name.prefix(60))” appears on line \(first) and again on line \(node.line).",
                hint: "Remove one of them.", line: node.line)
        }
        try add(node, source, id: id, name: name)
    }

    private func add(
        _ node: XMLNode, _ source: XMLNode, id: String, name: String
    ) throws(InterchangeError) {
        let (key, path) = Self.keyAndPath(of: name)
        guard !key.isEmpty else {
            notices.leftOut(
                name, line: node.line, "A string without a key has nothing to translate.")
            return
        }
        let target = node.first("target")
        guard let sourceText = text.read(source), let targetText = Self.read(target, text) else {
            notices.leftOut(
                name, line: node.line, "A text contains an element of another namespace.")
            return
        }
        if name.hasPrefix("/"), name.holds(":dict/") {
            notices.once(
                "dict", line: node.line,
                "Units of a .stringsdict, such as “\(name.prefix(60))”, are read as separate strings."
            )
        }
        let original = file?.attributes["original"] ?? ""
        let string = StringID(section: XLIFFOriginal.section(of: original, context), key: key)
        let index = indices[string] ?? strings.count
        if index == strings.count {
            indices[string] = index
            strings.append(XLIFFString(string: string, line: node.line))
            // If the source in a Symfony file equals the key, the source is not a text.
            strings[index].isSourceKey =
                XLIFFOriginal.isSymfony(original) && sourceText.hasSameBytes(as: key)
        } else if strings[index].units.contains(where: { $0.path == path }) {
            notices.leftOut(
                name, line: node.line,
                "Another <file> of the same section has the string on line \(strings[index].line).")
            return
        }
        let state = target?.attributes["state"]
        strings[index].units.append(
            XLIFFString.Unit(
                path: path, line: node.line, source: sourceText, target: targetText,
                needsWork: state.map(XLIFF12State.needsWork), isNew: XLIFF12State.isNew(state)))
        if strings[index].units.count == 1 {
            addDetails(node, id: id, name: name, original: original, to: &strings[index])
        }
    }

    private static func read(_ target: XMLNode?, _ text: XLIFFText) -> String?? {
        guard let target else { return .some(nil) }
        return text.read(target).map { .some($0) }
    }

    private static func keyAndPath(of name: String) -> (key: String, path: String) {
        guard let mark = name.utf8.firstRange(of: XLIFF12.formMark.utf8),
            ValueUnits.isPath(name[mark.upperBound...])
        else { return (name, "") }
        return (String(name[..<mark.lowerBound]), String(name[mark.upperBound...]))
    }

    private func addDetails(
        _ node: XMLNode, id: String, name: String, original: String, to string: inout XLIFFString
    ) {
        var meta = JSONMembers()
        var attributes = attributes(
            of: node,
            but: ["id", "resname", "translate", "xml:space", "maxwidth", "size-unit", "approved"])
        string.details.isTranslatable = node.attributes["translate"] != "no"
        if let width = node.attributes["maxwidth"] {
            let unit = node.attributes["size-unit"] ?? "pixel"
            if let count = Int64(width), let limit = XLIFF12Limit.unit(named: unit) {
                string.details.maximumLength = Definition.Limit(count: count, unit: limit)
            } else {
                attributes.append(("maxwidth", .string(width)))
                attributes.append(("size-unit", .string(unit)))
            }
        }
        if XLIFFOriginal.isKept(original) { meta.add("original", original) }
        if !id.utf8.elementsEqual(name.utf8) { meta.add("id", id) }
        if let type = file?.attributes["datatype"], type != "plaintext" {
            meta.add("datatype", type)
        }
        if !attributes.isEmpty {
            meta.add("attributes", .object(JSONObject(uniqueMembers: attributes)))
        }
        let notes = notes(among: node.elements)
        string.details.comment = notes.comment
        if !notes.others.isEmpty { meta.add("notes", .array(notes.others)) }
        string.details.meta = FormatMeta.bounded(
            meta, of: string.string.key, line: node.line, &notices)
        if !notes.others.isEmpty { string.textMeta.add("notes", .array(notes.others)) }
        string.textMeta.add("approved", node.attributes["approved"])
        let target = node.first("target")
        if let state = target?.attributes["state"],
            state != XLIFF12State.usual(needsWork: XLIFF12State.needsWork(state))
        {
            string.textMeta.add("state", state)
        }
        string.textMeta.add("state-qualifier", target?.attributes["state-qualifier"])
        for child in node.elements
        where !["source", "target", "note"].contains(String(child.localName)) {
            notices.once(
                child.name, line: child.line,
                "The element <\(child.name)> in units is not imported.")
        }
    }
}

/// The states of targets: <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html#state>.
enum XLIFF12State {
    /// Returns whether a text with this state needs work, which is true unless the state marks it
    /// as finished.
    static func needsWork(_ state: String) -> Bool {
        !["translated", "final", "signed-off"].contains(state)
    }

    /// Returns whether a state means that the text was never translated.
    static func isNew(_ state: String?) -> Bool {
        state == "new" || state == "needs-translation"
    }

    /// Returns the state to write if no more specific state is known.
    static func usual(needsWork: Bool) -> String {
        needsWork ? "needs-review-translation" : "translated"
    }
}

/// The units of limits: <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html#size-unit>.
enum XLIFF12Limit {
    static func unit(named name: String) -> Definition.Limit.Unit? {
        switch name {
        case "char": .grapheme
        case "byte": .byte
        default: nil
        }
    }

    static func name(of unit: Definition.Limit.Unit) -> String? {
        switch unit {
        case .grapheme: "char"
        case .byte: "byte"
        case .width, .utf16: nil
        }
    }
}
