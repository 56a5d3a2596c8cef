import Hosting
import HTTPTypes
import Server
import Texts
import Translation
import Walks
import Workspace

/// The submitted fields of a page's form.
struct PageForm: Sendable {
    let fields: Query
    /// The texts of the page with the form.
    let wording: Wording
    private let limits: Limits

    /// The maximum lengths of texts in bytes.
    struct Limits: Sendable {
        let value: Int
        let remark: Int
        let key: Int
    }

    /// The uploaded file, if there is one.
    let file: FormFile?

    /// Creates the form of a request for a project.
    init(_ fields: Query, of call: PageCall, file: FormFile? = nil) {
        self.fields = fields
        self.file = file
        wording = call.wording
        let limits = call.settings.limits
        self.limits = Limits(value: limits.value, remark: limits.remark, key: limits.key)
    }

    /// Returns a text field with normalized line endings; nil if it is absent or empty.
    func text(_ name: String) throws(Problem) -> String? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        try require(text, atMost: limits.remark, name)
        return Self.lineFeeds(text)
    }

    func required(_ name: String) throws(Problem) -> String {
        if let text = try text(name) { return text }
        throw wording.problem(
            .usage, "problems.noField", ["name": name], hint: "problems.openAgain")
    }

    /// Returns true if a checkbox is checked, or if a button with the given name was pressed.
    func flag(_ name: String) -> Bool { fields[name].map { !$0.isEmpty && $0 != "0" } ?? false }

    /// Returns the text in the field `value`, or in `value.one`, `value.other` and so on for plural
    /// forms; nil if the form has none of these fields.
    ///
    /// Browsers send line endings as CR LF (HTML, section 4.10.22.4); texts use LF.
    func value(_ forms: TextForms) throws(Problem) -> Value? {
        let texts = try self.texts(forms)
        guard texts.contains(where: { $0 != nil }) else { return nil }
        return forms.value(of: texts.map { $0 ?? "" })
    }

    /// Returns the typed text for each plural form of a string; nil for each missing field.
    func texts(_ forms: TextForms) throws(Problem) -> [String?] {
        var texts: [String?] = []
        for form in forms.forms {
            let name = form.fieldName
            guard let text = fields[name] else {
                texts.append(nil)
                continue
            }
            try require(text, atMost: limits.value, name)
            texts.append(Self.lineFeeds(text))
        }
        return texts
    }

    /// Returns the string identified by the fields `section` and `key`.
    func string() throws(Problem) -> StringID {
        guard let section = fields["section"], let key = fields["key"] else {
            throw wording.problem(.usage, "problems.noString", hint: "problems.openAgain")
        }
        try require(key, atMost: limits.key, "key")
        try require(section, atMost: limits.key, "section")
        return StringID(section: section, key: key)
    }

    /// Throws for a section or a key that is longer than the server's limit.
    func requireName(_ section: String, _ key: String) throws(Problem) {
        try require(section, atMost: limits.key, "section")
        try require(key, atMost: limits.key, "key")
    }

    func proposal() throws(Problem) -> EventID {
        if let id = fields["proposal"].flatMap({ EventID($0) }) { return id }
        throw wording.problem(.usage, "problems.noProposal", hint: "problems.openAgain")
    }

    /// The condition that the text has not changed since the page was shown, if the form contains
    /// its tag.
    var condition: WriteRequest.Precondition? {
        fields["tag"].flatMap { $0.isEmpty ? nil : .init(matches: .tags([UnitTag($0)])) }
    }

    var events: [EventID] { fields.values(of: "event").compactMap { EventID($0) } }

    private func require(_ text: String, atMost limit: Int, _ name: String) throws(Problem) {
        guard text.utf8.count <= limit else {
            throw wording.problem(
                .tooLarge, "problems.fieldTooLong", ["name": name, "limit": String(limit)],
                hint: "problems.shorten")
        }
    }

    /// Replaces CR LF and CR with LF.
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
    /// The name of the form's field: `value` or, for example, `value.one`.
    var fieldName: String { name.map { "value.\($0)" } ?? "value" }
}
