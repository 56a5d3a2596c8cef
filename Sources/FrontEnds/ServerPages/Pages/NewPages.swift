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
}
