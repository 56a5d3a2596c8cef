import JSON
import Texts
import Translation

extension AndroidStrings {
    /// Reads a UTF-8 file of at most 64 MiB, without a document type.
    ///
    /// Throws an error with a line number if a resource is duplicated or has no name. Resources
    /// other than `string`, `plurals` and `string-array`, and resources that aapt2 would reject,
    /// are left out with a notice.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let resources = AndroidResources(context)
        try XMLSubtrees.read(bytes, into: resources)
        return ReadFile(entries: resources.entries, notices: resources.notices.all)
    }
}

/// Collects the resources of a file.
private final class AndroidResources: XMLSubtreeHandler {
    private(set) var entries: [FileEntry] = []
    private(set) var notices = Notices()
    private let context: ReadContext
    private var comments = AdjacentComments()
    private var kinds: [Value.Text: (name: String, line: Int)] = [:]

    init(_ context: ReadContext) { self.context = context }

    func takesWhole(_ element: XMLNode, depth: Int) throws(InterchangeError) -> Bool {
        guard depth == 0 else { return true }
        guard element.name == "resources" else {
            throw InterchangeError(
                "The file begins with <\(element.name)>, but string resources begin with <resources>.",
                hint: .nameFormat, line: element.line)
        }
        return false
    }

    func open(_ element: XMLNode, depth: Int) {
        for (name, _) in element.attributes.values {
            notices.once(
                "resources." + name, line: element.line,
                "The attribute \(name) of <resources> is not imported.")
        }
        noteDetached(comments.take().detached, element.line)
    }

    func text(_ text: String, line: Int) {
        comments.pass(text)
        if !text.unicodeScalars.allSatisfy(AndroidEscapes.isSpace) {
            notices.once("text", line: line, "Text between the resources is not imported.")
        }
    }

    func comment(_ text: String, line: Int) { comments.add(text) }

    func close(depth: Int) { noteDetached(!comments.take().isEmpty, nil) }

    func subtree(_ node: XMLNode, depth: Int) throws(InterchangeError) {
        let comment = comments.take()
        noteDetached(comment.detached, node.line)
        guard ["string", "plurals", "string-array"].contains(node.name) else {
            if node.name == "skip" || node.name == "eat-comment" { return }
            notices.once(
                node.name, line: node.line,
                "The resource <\(node.name)> is not imported.")
            return
        }
        guard let name = node.attributes["name"], !name.isEmpty else {
            throw InterchangeError(
                "The <\(node.name)> has no name.", hint: "Add a name attribute.", line: node.line)
        }
        let product = node.attributes["product"].flatMap { $0 == "default" ? nil : $0 }
        let key = product.map { "\(name)#\($0)" } ?? name
        if let first = kinds[Value.Text(key)] {
            guard first.name != node.name else {
                throw InterchangeError(
                    "The <\(node.name)> “\(key.prefix(60))” appears on line \(first.line) and again on line \(node.line).",
                    hint: "Remove one of them.", line: node.line)
            }
            notices.leftOut(
                key, line: node.line,
                "The <\(first.name)> on line \(first.line) has the same name; a key must be unique."
            )
            return
        }
        kinds[Value.Text(key)] = (node.name, node.line)
        do {
            try add(node, key: key, comment: comment.text)
        } catch {
            notices.leftOut(key, line: node.line, error.sentence)
        }
    }

    private func noteDetached(_ isDetached: Bool, _ line: Int?) {
        guard isDetached else { return }
        notices.once(
            "comment", line: line, "A comment that belongs to no resource is not imported.")
    }

    private func add(
        _ node: XMLNode, key: String, comment: String?
    ) throws(AndroidEscapes.Fault) {
        let string = StringID(section: context.section, key: key)
        var texts: [AndroidText] = []
        let value = try value(of: node, &texts)
        if texts.contains(where: \.hasBareApostrophe) {
            notices.note(
                key, line: node.line,
                "The text has an unescaped apostrophe, which aapt2 rejects; exports escape it.")
        }
        let isReference = texts.contains(where: \.isReference)
        var meta = JSONMembers()
        let attributes = attributes(of: node, isReference: isReference)
        if !attributes.members.isEmpty { meta.add("attributes", .object(attributes)) }
        if isReference { meta.add("reference", true) }
        if texts.contains(where: \.isEscapedMarkup) { meta.add("markup", "escaped") }
        var details = StringDetails()
        details.comment = comment
        let isText = texts.isEmpty || !texts.allSatisfy(\.isReference)
        details.isTranslatable = isText && node.attributes["translatable"] != "false"
        details.meta = FormatMeta.bounded(meta, of: key, line: node.line, &notices)
        var textDetails = TextDetails()
        if isReference {
            textDetails.meta = JSONObject(uniqueMembers: [("reference", true)])
        }
        entries.append(
            FileEntry(
                string: string, value: context.shape.conforming(value, of: string),
                isDeliberatelyEmpty: context.isSource && value.isEmptyText, line: node.line,
                details: details, textDetails: textDetails))
    }

    private func attributes(of node: XMLNode, isReference: Bool) -> JSONObject {
        var known = ["name"]
        if !isReference { known.append("translatable") }
        if node.attributes["product"] != "default" { known.append("product") }
        var kept: [(key: String, value: JSONValue)] = []
        for (name, value) in node.attributes.values where !known.contains(name) {
            if name.utf8.contains(UInt8(ascii: ":")), !name.hasPrefix("tools:") {
                notices.once(
                    "attribute." + name, line: node.line, "The attribute \(name) is not imported.")
            } else {
                kept.append((name, .string(value)))
            }
        }
        return JSONObject(uniqueMembers: kept)
    }

    private func value(
        of node: XMLNode, _ texts: inout [AndroidText]
    ) throws(AndroidEscapes.Fault) -> Value {
        if node.name == "string" {
            let text = try text(of: node)
            texts.append(text)
            return Value(text.value)
        }
        var cases: [Value.Case] = []
        for child in node.children {
            switch child {
            case .comment:
                notices.once(
                    "inner", line: node.line, "A comment within a resource is not imported.")
            case .text(let text):
                guard text.unicodeScalars.allSatisfy(AndroidEscapes.isSpace) else {
                    throw AndroidEscapes.Fault(sentence: "There is text outside the items.")
                }
            case .element(let item):
                guard item.name == "item" else {
                    throw AndroidEscapes.Fault(
                        sentence: "The resource contains something other than items.")
                }
                let text = try text(of: item)
                texts.append(text)
                cases.append(Value.Case(item.attributes["quantity"] ?? "", Value(text.value)))
            }
        }
        if node.name == "string-array" { return .list(cases.map(\.value)) }
        guard let choice = Value.Choice(by: .plural, cases: cases),
            choice.cases.allSatisfy({ PluralCase.categories.contains($0.name.string) })
        else {
            throw AndroidEscapes.Fault(
                sentence: cases.isEmpty
                    ? "The resource has no items."
                    : "A quantity appears twice or is not one of zero, one, two, few, many and other."
            )
        }
        return .choice(choice)
    }

    private func text(of node: XMLNode) throws(AndroidEscapes.Fault) -> AndroidText {
        if hasForeignNames(node) {
            throw AndroidEscapes.Fault(
                sentence: "The markup has a namespace prefix other than xliff, which is not kept.")
        }
        if hasComments(node) {
            notices.once("inner", line: node.line, "A comment within a resource is not imported.")
        }
        let text = try AndroidText(node)
        guard text.value.utf8.count <= AndroidStrings.maximumTextSize else {
            throw AndroidEscapes.Fault(
                sentence: "The text is larger than \(AndroidStrings.maximumTextSize >> 20) MiB.")
        }
        return text
    }

    private func hasForeignNames(_ node: XMLNode) -> Bool {
        node.elements.contains { inner in
            let names = [inner.name] + inner.attributes.values.map(\.name)
            return names.contains { $0.utf8.contains(UInt8(ascii: ":")) && $0 != "xliff:g" }
                || hasForeignNames(inner)
        }
    }

    private func hasComments(_ node: XMLNode) -> Bool {
        node.children.contains {
            switch $0 {
            case .comment: true
            case .element(let inner): hasComments(inner)
            case .text: false
            }
        }
    }
}
