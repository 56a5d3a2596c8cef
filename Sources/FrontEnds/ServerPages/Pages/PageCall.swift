import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Machine
import Server
import Texts
import Translation
import Workspace

/// A request for a page of a project, or for an act on it.
struct PageCall: Sendable {
    let site: Site
    let project: ProjectCall
    /// The page that a refused form came from, while it is shown again.
    var formPage: PageAddress?

    var context: RequestContext { project.context }
    var name: String { project.project.settings.name }
    var now: Int64 { context.host.now() }

    /// The address of the project, below which all of its pages are.
    var path: String { site.path("/projects/\(name)") }

    /// The address of a language.
    func path(_ locale: LanguageTag) -> String { "\(path)/languages/\(locale.rawValue)" }

    /// The address of a string in a language.
    func path(_ unit: UnitID) -> String {
        path(unit.locale) + "/string?section=\(PercentEncoding.text(unit.string.section))&key="
            + PercentEncoding.text(unit.string.key)
    }

    /// The language of the address.
    func locale() throws -> LanguageTag { try project.language(context["tag"]) }

    /// What the sender may do: their scope, within the languages of their token.
    func may(_ scope: Scope, in locale: LanguageTag? = nil) -> Bool {
        guard let own = context.scope, own >= scope else { return false }
        guard let locale, let locales = context.principal.locales else { return true }
        return locales.contains(locale)
    }

    /// The names of people as the reader may see them: only people who signed in see addresses.
    func people(in snapshot: Snapshot) throws -> People {
        People(try snapshot.boundNames(), showsAddresses: context.principal.kind.isPerson)
    }

    /// Writes what a form wants, once: its idempotency key is in the form.
    func write(
        _ verb: String, _ form: PageForm, guid: HashedGuid? = nil,
        expected: WriteRequest.ExpectedUnit? = nil,
        _ command: @escaping @Sendable (any StateReader) throws -> Command
    ) async throws -> ProjectWriter.Receipt {
        try await project.write(
            verb, guid: guid, expected: expected,
            key: form.fields["idempotency"],
            command)
    }

    /// Says what a write did, with what takes it back.
    func answer(_ message: String, _ receipt: ProjectWriter.Receipt) -> ActAnswer {
        ActAnswer(
            message: message, position: receipt.position.commit,
            undo: receipt.outcome.isRepeated ? [] : receipt.outcome.eventIDs)
    }

    /// The hidden fields of a form: what proves that it is ours, what makes it count once, and where to go afterwards.
    func hidden(back: String? = nil) -> HiddenFields {
        HiddenFields(
            formToken: site.formToken(context), idempotency: site.idempotencyKey(),
            back: back ?? here)
    }

    /// What the address of the page asks for; of a refused form, the address of the page that has the form.
    var query: Query { formPage?.parameters ?? context.query }

    /// The address of the page that is being made, without what was only for this once.
    ///
    /// Of a refused form it is the page that has the form, and not the address that it was sent to.
    var here: String {
        if let formPage { return formPage.description }
        let query = context.rawQuery ?? ""
        let kept = query.split(separator: "&").filter { !$0.hasPrefix("position=") }
        let path = site.path(
            String(context.path.dropFirst(site.basePath(of: context).utf8.count)))
        return kept.isEmpty ? path : path + "?" + kept.joined(separator: "&")
    }
}
