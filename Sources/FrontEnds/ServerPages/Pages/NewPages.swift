import EventStore
import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// Returns the page with the form for a new language.
    func newLocalePage() async throws -> Response {
        let frame = try await project.read { snapshot in
            try projectFrame(
                "new-locale", title: title("Add a language"),
                crumbs: [.init(label: "Add a language")], in: snapshot)
        }
        return try site.page(
            NewLocaleContent(action: path + "/locale", hidden: hidden(back: path)), frame)
    }

    func addLocale(_ form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        let text = try form.required("locale")
        let tag = try Workspace.language(text, isNew: true, warn: { _ in })
        let chain = try form.text("fallback").map { text in
            try text.split { $0 == " " || $0 == "," }.map { try project.language(String($0)) }
        }
        let attributes = LocaleAttributes(
            fallback: chain ?? info.defaultChain(of: tag),
            isPlanned: form.flag("planned"))
        let receipt = try await write(Action(.addLocales([(tag, attributes)])), form)
        var answer = answer("Added \(LanguageName.english(tag.rawValue)).", receipt)
        answer.undo = []
        answer.next = PageAddress(path(tag))
        return goBack(answer, form, nil)
    }

    /// Returns the page with the form for a new string.
    func newStringPage() async throws -> Response {
        let source = info.source
        let (sections, frame) = try await project.read { snapshot in
            let frame = try projectFrame(
                "new-string", title: title("Add a string"),
                crumbs: [.init(label: "Add a string")], in: snapshot)
            return (try snapshot.model.sections(), frame)
        }
        let content = NewStringContent(
            action: path + "/string", hidden: hidden(back: path),
            section: context.query["section"] ?? info.defaultSection,
            sections: sections, sourceLanguage: LanguageName.english(source.rawValue),
            lang: source.rawValue, dir: TextView.direction(of: source))
        return try site.page(content, frame)
    }

    func addString(_ form: PageForm) async throws -> Response {
        let source = info.source
        try project.requireLanguage(source)
        let key = try form.required("key")
        let section = try form.text("section") ?? info.defaultSection
        var definition = Definition(value: Value(try form.text("value") ?? key))
        definition.comment = try form.text("remark")
        if let text = try form.text("limit") {
            guard let count = Int64(text), count > 0 else {
                throw Problem(
                    .usage, "The limit “\(text.prefix(20))” is not a positive number.",
                    hint: "Enter a number of characters, or leave the field empty.")
            }
            definition.maximumLength = Definition.Limit(count: count, unit: .grapheme)
        }
        let string = StringID(
            section: info.section(named: section), key: key)
        let receipt = try await write(Action(.addString(string, definition)), form)
        var answer = answer("Added \(string.spelled(in: info)).", receipt)
        answer.undo = []
        answer.next = PageAddress(path(UnitID(source, string)))
        return goBack(answer, form, source)
    }
}
