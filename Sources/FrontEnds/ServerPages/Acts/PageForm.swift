import HTTPTypes
import Server
import Texts
import Translation
import Walks
import Workspace

/// The fields of a form of a page.
struct PageForm: Sendable {
    /// The fields as they were sent.
    let fields: Query
    /// The limits that texts are held to.
    private let limits: Limits

    /// How long the texts of a form may be, in bytes.
    struct Limits: Sendable {
        let value: Int
        let remark: Int
        let key: Int
    }

    /// The file that came with the form, if it has one.
    let file: FormFile?

    init(_ fields: Query, limits: Limits, file: FormFile? = nil) {
        self.fields = fields
        self.limits = limits
        self.file = file
    }

    /// A field with a text, with the line ends that texts have here; nil if it is absent or empty.
    func text(_ name: String) throws(Problem) -> String? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        try Self.require(text, atMost: limits.remark, name)
        return Self.lineFeeds(text)
    }

    /// A field that the form cannot do without.
    func required(_ name: String) throws(Problem) -> String {
        if let text = try text(name) { return text }
        throw Problem(
            .usage, "The form lacks the field “\(name)”.", hint: "Open the page again.")
    }

    /// Whether a box is checked, or a button of that name was pressed.
    func flag(_ name: String) -> Bool { fields[name].map { !$0.isEmpty && $0 != "0" } ?? false }

    /// The text of a string's field or fields: `value`, or `value.one`, `value.other` for forms; nil if the form has none.
    ///
    /// Browsers send line ends as CR LF (HTML, section 4.10.22.4); texts have LF.
    func value(_ forms: TextForms) throws(Problem) -> Value? {
        let texts = try self.texts(forms)
        guard texts.contains(where: { $0 != nil }) else { return nil }
        return forms.value(of: texts.map { $0 ?? "" })
    }

    /// What was typed into each field of a string's text, nil for fields that the form does not have.
    func texts(_ forms: TextForms) throws(Problem) -> [String?] {
        var texts: [String?] = []
        for form in forms.forms {
            let name = form.fieldName
            guard let text = fields[name] else {
                texts.append(nil)
                continue
            }
            try Self.require(text, atMost: limits.value, name)
            texts.append(Self.lineFeeds(text))
        }
        return texts
    }

    /// The string that the fields `section` and `key` name.
    func string() throws(Problem) -> StringID {
        guard let section = fields["section"], let key = fields["key"] else {
            throw Problem(
                .usage, "The form names no string.", hint: "Open the page again.")
        }
        try Self.require(key, atMost: limits.key, "key")
        try Self.require(section, atMost: limits.key, "section")
        return StringID(section: section, key: key)
    }

    /// The proposal that the form is about.
    func proposal() throws(Problem) -> EventID {
        if let id = fields["proposal"].flatMap({ EventID($0) }) { return id }
        throw Problem(
            .usage, "The form names no proposal.", hint: "Open the page again.")
    }

    /// The state of the text that the page showed, if the form has it.
    var tag: UnitTag? { fields["tag"].flatMap { $0.isEmpty ? nil : UnitTag($0) } }

    /// The events that the form is about.
    var events: [EventID] { fields.values(of: "event").compactMap { EventID($0) } }

    private static func require(_ text: String, atMost limit: Int, _ name: String) throws(Problem) {
        guard text.utf8.count <= limit else {
            throw Problem(
                .tooLarge, "The field “\(name)” has more than \(limit) bytes.",
                hint: "Shorten it.")
        }
    }

    /// Replaces CR LF and CR by LF.
    static func lineFeeds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var scalars = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if !(scalar == "\n" && wasReturn) {
                scalars.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return String(scalars)
    }
}

extension TextForms.Form {
    /// The name of its field: `value`, `value.one`.
    var fieldName: String { name.map { "value.\($0)" } ?? "value" }
}
