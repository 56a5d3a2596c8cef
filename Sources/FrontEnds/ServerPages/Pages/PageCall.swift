import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Machine
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// A request for a page of a project, or for an action in the project.
struct PageCall: Sendable {
    let request: PageRequest
    let project: ProjectCall
    /// The page with a refused form, while the form is shown again.
    var formPage: PageAddress?
    /// The address at which a form that is shown again can be found later.
    var shownAt: String?

    var site: Site { request.site }
    var context: RequestContext { request.context }
    /// The texts of the page, in the sender's language.
    var wording: Wording { request.wording }
    var settings: ProjectSettings { project.project.settings }
    /// The id, source language and sections of the project.
    var info: Project { project.project.project }
    var name: String { settings.name }
    var now: Int64 { context.host.now() }

    /// The address of the project's main page; the addresses of its other pages begin with this
    /// address.
    var path: String { site.path("/projects/\(name)") }

    func path(_ locale: LanguageTag) -> String { "\(path)/languages/\(locale.rawValue)" }

    /// Returns the address of a string in a language.
    func path(_ unit: UnitID) -> String {
        path(unit.locale) + "/string?section=\(PercentEncoding.text(unit.string.section))&key="
            + PercentEncoding.text(unit.string.key)
    }

    func locale() throws -> LanguageTag { try project.language(context["tag"]) }

    /// Returns true if the sender has the scope, and their token is not limited to other languages.
    func may(_ scope: Scope, in locale: LanguageTag? = nil) -> Bool {
        guard let own = context.scope, own >= scope else { return false }
        guard let locale, let locales = context.principal.locales else { return true }
        return locales.contains(locale)
    }

    /// Returns the names of people.
    ///
    /// Only signed-in viewers see email addresses.
    func people(in snapshot: Snapshot) throws -> People {
        People(
            try snapshot.boundNames(), showsAddresses: context.showsAddresses,
            words: wording.people)
    }

    /// Runs `body` with the search index, or, if the index cannot be used, without it and in the lane
    /// for slow reads, because every text is then compared.
    func search<Output: Sendable>(
        _ body: @escaping @Sendable (Snapshot, SearchIndex?) throws -> Output
    ) async throws -> Output {
        if let index = project.project.search.index {
            let output = try await project.read { snapshot in
                try index.isUsable(in: snapshot.model) ? body(snapshot, index) : nil
            }
            if let output { return output }
        }
        return try await project.readSlowly { try body($0, nil) }
    }

    /// Executes a form's write at most once, even if the form is resent with the same idempotency
    /// key.
    func write(
        _ action: Action, _ form: PageForm, guid: HashedGuid? = nil,
        if condition: WriteRequest.Precondition? = nil
    ) async throws -> ProjectWriter.Receipt {
        try await project.write(
            action, guid: guid, if: condition, key: form.fields["idempotency"])
    }

    /// Returns the result of a write, with the events that an undo would revert.
    func answer(_ message: String, _ receipt: ProjectWriter.Receipt) -> ActAnswer {
        ActAnswer(
            message: message, position: receipt.position.commit,
            undo: receipt.outcome.isRepeated ? [] : receipt.outcome.eventIDs)
    }

    /// Returns the hidden fields of a form: the form token, the idempotency key, and the address of
    /// the next page.
    func hidden(back: String? = nil) -> HiddenFields {
        HiddenFields(
            formToken: request.formToken, idempotency: site.idempotencyKey(),
            back: back ?? here)
    }

    /// The query of the page.
    ///
    /// For a refused form, this is the query of the page with the form.
    var query: Query { formPage?.parameters ?? context.query }

    /// The address of the current page, without parameters that apply only once.
    ///
    /// For a refused form, this is the page with the form, and not the address that the form was
    /// sent to.
    var here: String {
        if let formPage { return formPage.description }
        let query = context.rawQuery ?? ""
        let kept = query.split(separator: "&").filter { !$0.hasPrefix("position=") }
        let path = site.path(
            String(context.path.dropFirst(request.basePath.utf8.count)))
        return kept.isEmpty ? path : path + "?" + kept.joined(separator: "&")
    }
}
