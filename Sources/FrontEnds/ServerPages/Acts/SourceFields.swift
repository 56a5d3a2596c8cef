import Pictures
import Server
import Texts
import Translation
import Walks
import Workspace

/// The fields of a source string, as a form shows them and as a person types them.
struct SourceFields: Sendable, Equatable {
    var section: String
    var key = ""
    /// The typed texts by field name: `value`, or `value.one`, `value.other` and so on.
    var texts: [String: String] = [:]
    /// Whether the text has plural forms.
    var isPlural = false
    var comment = ""
    var limit = ""
    var unit = Definition.Limit.Unit.grapheme.rawValue
    var labels = ""
    var screenshot = ""
    var isTranslatable = true
    /// Whether translations of the former text stay valid.
    var isMinor = false

    /// Creates the empty fields of a new string.
    init(section: String, isPlural: Bool = false) {
        self.section = section
        self.isPlural = isPlural
    }

    /// Creates the fields that show a definition.
    init(_ definition: Definition, of string: StringID, in source: LanguageTag) {
        section = string.section
        key = string.key
        if let forms = TextForms(of: definition.value, in: source) {
            isPlural = forms.forms.contains { $0.name != nil }
            for form in forms.forms {
                let text = forms.ownText(of: definition.value, for: form) ?? ""
                texts[form.fieldName] = PageForm.lineFeeds(text)
            }
        }
        comment = PageForm.lineFeeds(definition.comment ?? "")
        if let length = definition.maximumLength {
            limit = String(length.count)
            unit = length.unit.rawValue
        }
        labels = definition.labels.joined(separator: ", ")
        // A stored picture has a form of its own.
        let address = definition.screenshot?.url ?? ""
        screenshot = PictureReference(address) == nil ? address : ""
        isTranslatable = definition.isTranslatable
    }

    /// Reads the fields of a form as they were typed.
    init(_ form: PageForm) {
        func field(_ name: String) -> String { PageForm.lineFeeds(form.fields[name] ?? "") }
        section = field("section")
        key = field("key")
        for item in form.fields.items where item.name.hasPrefix("value") {
            texts[item.name] = PageForm.lineFeeds(item.value)
        }
        isPlural = form.flag("plural")
        comment = field("remark")
        limit = field("limit").trimmed
        if let name = form.fields["unit"] { unit = name }
        labels = field("labels")
        screenshot = field("screenshot").trimmed
        isTranslatable = !form.flag("untranslatable")
        isMinor = form.flag("minor")
    }

    /// The fields by name, for a form that repeats them.
    var named: [NamedField] {
        var fields = texts.sorted { $0.key < $1.key }
            .map { NamedField(name: $0.key, value: $0.value) }
        for (name, value) in [
            ("remark", comment), ("limit", limit), ("unit", unit), ("labels", labels),
            ("screenshot", screenshot), ("plural", isPlural ? "1" : ""),
            ("untranslatable", isTranslatable ? "" : "1"),
        ] { fields.append(NamedField(name: name, value: value)) }
        return fields
    }

    /// Returns the values of the fields that a person can compare, by their labels.
    func compared(_ wording: Wording) -> [(label: String, value: String)] {
        let unitName = Definition.Limit.Unit(rawValue: unit).map { wording($0.name) } ?? unit
        return [
            (wording("source.comment"), comment),
            (wording("source.limit"), limit.isEmpty ? "" : "\(limit) \(unitName)"),
            (wording("text.labels"), labels), (wording("source.screenshot"), screenshot),
            (
                wording("source.untranslatable"),
                isTranslatable ? wording("common.no") : wording("common.yes")
            ),
        ]
    }

    /// Returns the fields of a newer definition, with those that were typed over an older one.
    func merged(over seen: SourceFields, into now: SourceFields) -> SourceFields {
        var merged = now
        merged.isMinor = isMinor
        func take<Field: Equatable>(_ field: WritableKeyPath<SourceFields, Field>) {
            if self[keyPath: field] != seen[keyPath: field] {
                merged[keyPath: field] = self[keyPath: field]
            }
        }
        take(\.texts)
        take(\.isPlural)
        take(\.comment)
        take(\.limit)
        take(\.unit)
        take(\.labels)
        take(\.screenshot)
        take(\.isTranslatable)
        return merged
    }
}

/// The error thrown for a field of a form, which the page then marks.
struct FieldRefusal: Error {
    /// The name of the field.
    let field: String
    let problem: Problem

    init(
        _ field: String, _ wording: Wording, _ key: TextKey, _ values: [String: String] = [:],
        hint: TextKey
    ) {
        self.field = field
        problem = wording.problem(ProblemCode(.invalidValue), key, values, hint: hint)
    }

    init(_ field: String, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }

    /// Finds the field that a refused write is about.
    init?(_ problem: Problem) {
        switch problem.code.rawValue {
        case Refusal.Code.exists.rawValue, Refusal.Code.unchanged.rawValue: field = "key"
        case Refusal.Code.unsafePath.rawValue: field = "section"
        default: return nil
        }
        self.problem = problem
    }
}

extension SourceFields {
    /// The plural forms of a language, for a string that has none yet.
    static func pluralForms(in locale: LanguageTag) -> TextForms? {
        Value.Choice(by: .plural, cases: [Value.Case("other", Value(""))])
            .flatMap { TextForms(of: .choice($0), in: locale) }
    }

    /// Returns the forms to type, or nil for a text that pages cannot edit.
    ///
    /// `value` is the present text, if the string exists.
    func forms(of value: Value?, in source: LanguageTag) -> TextForms? {
        guard let value else {
            return isPlural
                ? Self.pluralForms(in: source) : TextForms(of: Value(""), in: source)
        }
        if isPlural, value.plainText != nil { return Self.pluralForms(in: source) }
        return TextForms(of: value, in: source)
    }

    /// Returns the definition of a new string.
    func definition(in source: LanguageTag, _ form: PageForm) throws -> Definition {
        guard !key.isEmpty else {
            throw FieldRefusal("key", form.wording, "problems.noKey", hint: "problems.enterKey")
        }
        guard let forms = forms(of: nil, in: source) else { throw Problem.defect }
        let value = try form.value(forms)
        let isEmpty = value?.saysNothing ?? true
        if isEmpty, isPlural {
            throw FieldRefusal(
                "value", form.wording, "problems.emptyText", hint: "problems.enterForms")
        }
        return Definition(
            value: isEmpty ? Value(key) : value ?? Value(key),
            comment: try checkedComment(form), maximumLength: try length(form.wording),
            isTranslatable: isTranslatable, labels: labelList,
            screenshot: try link(form.wording).map { Definition.Screenshot(url: $0) })
    }

    /// Returns the changes that these fields make to a definition.
    ///
    /// Fields that show what `definition` contains change nothing, so a newer value that somebody
    /// else gave them stays.
    func edit(
        of definition: Definition, _ string: StringID, in source: LanguageTag, _ form: PageForm
    ) throws -> DefinitionEdit {
        let seen = SourceFields(definition, of: string, in: source)
        var edit = DefinitionEdit()
        edit.isMinor = isMinor
        if let forms = forms(of: definition.value, in: source),
            texts != seen.texts || isPlural != seen.isPlural, let value = try form.value(forms)
        {
            guard !value.saysNothing else {
                throw FieldRefusal(
                    "value", form.wording, "problems.emptyText", hint: "problems.enterOrRemove")
            }
            edit.value = value
        }
        if comment != seen.comment { edit.comment = try checkedComment(form) ?? "" }
        if (limit, unit) != (seen.limit, seen.unit) {
            if let length = try length(form.wording) {
                edit.maximumLength = .set(length)
            } else if !seen.limit.isEmpty {
                edit.maximumLength = .remove
            }
        }
        if labels != seen.labels { edit.labels = labelList }
        if screenshot != seen.screenshot {
            edit.screenshot =
                try link(form.wording).map { .set(Definition.Screenshot(url: $0)) } ?? .remove
        }
        if isTranslatable != seen.isTranslatable { edit.isTranslatable = isTranslatable }
        return edit
    }

    private func checkedComment(_ form: PageForm) throws -> String? { try form.text("remark") }

    private func length(_ wording: Wording) throws -> Definition.Limit? {
        if limit.isEmpty { return nil }
        guard let count = Int64(limit), count > 0,
            let unit = Definition.Limit.Unit(rawValue: unit)
        else {
            throw FieldRefusal(
                "limit", wording, "problems.badLimit", ["value": String(limit.prefix(20))],
                hint: "problems.enterNumber")
        }
        return Definition.Limit(count: count, unit: unit)
    }

    private var labelList: [String] { labels.typedList(orAt: \.isNewline) }

    private func link(_ wording: Wording) throws -> String? {
        if screenshot.isEmpty { return nil }
        guard screenshot.utf8.count <= 2_000,
            ["https://", "http://"].contains(where: screenshot.hasPrefix)
        else {
            throw FieldRefusal(
                "screenshot", wording, "problems.badAddress",
                ["value": String(screenshot.prefix(40))], hint: "problems.enterAddress")
        }
        return screenshot
    }
}

extension DefinitionEdit {
    /// Whether any change was requested.
    var isEmpty: Bool {
        value == nil && comment == nil && maximumLength == nil && isTranslatable == nil
            && labels == nil && references == nil && screenshot == nil
    }
}
