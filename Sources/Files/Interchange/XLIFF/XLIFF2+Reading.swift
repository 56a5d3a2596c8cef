import JSON
import Texts
import Translation

extension XLIFF2 {
    /// Reads a UTF-8 file of at most 64 MiB, without a document type.
    ///
    /// Throws an error with a line number if a string is duplicated, or a unit has no id or
    /// segment. Skeletons, modules and extensions are left out with a notice.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let document = XLIFF2Document(context)
        try XMLSubtrees.read(bytes, into: document)
        return document.finished(source: document.source, target: document.target)
    }
}

/// Collects the units of a file.
private final class XLIFF2Document: XLIFFDocument, XMLSubtreeHandler {
    private let text = XLIFFText.version2
    private var lines: [StringID: Int] = [:]
    private(set) var target: String?
    private(set) var source: String?
    private var original = ""
    /// The file's profiles, which define the units for its restrictions.
    private var profiles: [XLIFF2Sizes.Kind: XLIFF2Sizes.Profile] = [:]

    func takesWhole(_ element: XMLNode, depth: Int) throws(InterchangeError) -> Bool {
        if depth == 0 { try XLIFFFile.require(element, text) }
        if element.localName == "group" { return element.attributes["type"] == XLIFF2.groupType }
        return !["xliff", "file"].contains(String(element.localName))
    }

    func open(_ element: XMLNode, depth: Int) {
        switch element.localName {
        case "xliff":
            target = element.attributes["trgLang"]
            source = element.attributes["srcLang"]
        case "file":
            original = element.attributes["original"] ?? ""
            profiles = [:]
        default: break
        }
        let known = ["version", "srcLang", "trgLang", "id", "original"]
        for (name, _) in element.attributes.values where !known.contains(name) {
            notices.once(
                element.name + name, line: element.line,
                "The attribute \(name) of <\(element.name)> is not imported.")
        }
    }

    func subtree(_ node: XMLNode, depth: Int) throws(InterchangeError) {
        if node.namespace == XLIFF2Sizes.namespace, node.localName == "profiles" {
            profiles = XLIFF2Sizes.profiles(of: node)
            return
        }
        let isOwn = node.namespace == text.namespace
        guard isOwn, node.localName == "unit" || node.localName == "group" else {
            notices.once(node.name, line: node.line, "The element <\(node.name)> is not imported.")
            return
        }
        let isGroup = node.localName == "group"
        let units = isGroup ? node.elements.filter { $0.localName == "unit" } : [node]
        guard let key = node.attributes["name"] ?? node.attributes["id"], !key.isEmpty else {
            throw InterchangeError(
                "The <\(node.name)> has no id.", hint: "Add it.", line: node.line)
        }
        let string = StringID(
            section: XLIFFOriginal.section(of: original, context), key: key)
        if let first = lines.updateValue(node.line, forKey: string) {
            throw InterchangeError(
                "The string “\(key.prefix(60))” appears on line \(first) and again on line \(node.line).",
                hint: "Remove one of them.", line: node.line)
        }
        var result = XLIFFString(string: string, line: node.line)
        for unit in units {
            let path = isGroup ? unit.attributes["name"] ?? "" : ""
            guard let own = try self.unit(unit, path: path, of: key) else {
                notices.leftOut(
                    key, line: unit.line, "A text contains an element of another namespace.")
                return
            }
            result.units.append(own)
        }
        guard let first = units.first else {
            notices.leftOut(key, line: node.line, "The group contains no units.")
            return
        }
        addDetails(node, first: first, to: &result)
        strings.append(result)
    }

    /// Reads a unit and joins its segments; returns `nil` if a text cannot be kept.
    private func unit(
        _ node: XMLNode, path: String, of key: String
    ) throws(InterchangeError) -> XLIFFString.Unit? {
        let segments = node.elements.filter { ["segment", "ignorable"].contains($0.localName) }
        guard !segments.isEmpty else {
            throw InterchangeError(
                "The <unit> has no <segment>.", hint: "Add it.", line: node.line)
        }
        if segments.count > 1 {
            notices.once("segments", line: node.line, "The segments of a unit were joined.")
        }
        var (source, target) = ("", "")
        var isTranslated = true
        var states: [String] = []
        for segment in segments {
            guard let from = segment.first("source") else {
                throw InterchangeError(
                    "The <\(segment.name)> has no <source>.", hint: "Add it.", line: segment.line)
            }
            guard let said = text.read(from) else { return nil }
            source += said
            if let state = segment.attributes["state"] { states.append(state) }
            if let to = segment.first("target") {
                guard let said = text.read(to) else { return nil }
                target += said
            } else if segment.localName == "ignorable" {
                target += said
            } else {
                isTranslated = false
            }
        }
        if !isTranslated, segments.contains(where: { $0.first("target")?.text.isEmpty == false }) {
            notices.leftOut(
                key, line: node.line,
                "Only some of the segments are translated: the string has no complete text yet.")
        }
        let needsWork = states.isEmpty ? nil : states.contains("initial")
        return XLIFFString.Unit(
            path: path, line: node.line, source: source, target: isTranslated ? target : nil,
            needsWork: needsWork, isNew: needsWork == true)
    }

    private func addDetails(_ node: XMLNode, first: XMLNode, to string: inout XLIFFString) {
        var meta = JSONMembers()
        if XLIFFOriginal.isKept(original) { meta.add("original", original) }
        let isGroup = node.localName == "group"
        let sizes =
            isGroup
            ? []
            : node.attributes.values.map(\.name).filter {
                XLIFF2Sizes.reads($0, of: node.attributes)
            }
        let attributes = attributes(
            of: node, but: ["id", "name", "translate"] + (isGroup ? ["type"] : []) + sizes)
        if let id = node.attributes["id"], node.attributes["name"] != nil, !XLIFF2ID.isOwn(id) {
            meta.add("id", id)
        }
        if !attributes.isEmpty {
            meta.add("attributes", .object(JSONObject(uniqueMembers: attributes)))
        }
        // A restriction on a group would apply to all of its texts together.
        string.details.maximumLength = XLIFF2Sizes.read(first.attributes, profiles, &meta)
        string.details.isTranslatable = node.attributes["translate"] != "no"
        for child in node.elements { add(child, to: &string, &meta) }
        if let segment = first.first("segment") {
            if let state = segment.attributes["state"], !["initial", "translated"].contains(state) {
                string.textMeta.add("state", state)
            }
            string.textMeta.add("subState", segment.attributes["subState"])
        }
        string.details.meta = FormatMeta.bounded(
            meta, of: string.string.key, line: node.line, &notices)
    }

    private func add(
        _ child: XMLNode, to string: inout XLIFFString, _ meta: inout JSONMembers
    ) {
        switch child.localName {
        case "segment", "ignorable", "unit": break
        case "notes":
            let notes = notes(among: child.elements)
            string.details.comment = notes.comment
            guard !notes.others.isEmpty else { return }
            meta.add("notes", .array(notes.others))
            string.textMeta.add("notes", .array(notes.others))
        case "originalData":
            meta.add("originalData", text.read(child))
        case "metadata" where child.namespace == XLIFF2.metadata:
            for group in child.elements {
                guard group.attributes["category"] == XLIFF2.category else {
                    notices.once(
                        "metadata", line: child.line, "Metadata of other tools is not imported.")
                    continue
                }
                for item in group.elements {
                    string.annotations.append((item.attributes["type"] ?? "", item.text))
                }
            }
        default:
            notices.once(
                child.name, line: child.line, "The element <\(child.name)> is not imported.")
        }
    }
}

/// Identifiers in a file.
enum XLIFF2ID {
    /// Returns whether an id is reassigned with every export, because it is `u` or `g` and a
    /// number.
    static func isOwn(_ id: String) -> Bool {
        guard let first = id.utf8.first, [UInt8(ascii: "u"), UInt8(ascii: "g")].contains(first)
        else {
            return false
        }
        return id.utf8.count > 1
            && id.utf8.dropFirst().allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
