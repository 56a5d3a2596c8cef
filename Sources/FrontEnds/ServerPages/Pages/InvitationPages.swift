import Hosting
import HTTPTypes
import Hummingbird
import Machine
import Server
import Workspace

extension Site {
    /// The page of an invitation, and the form with which the invited person signs in.
    ///
    /// Opening the page changes nothing, because mail programs and scanners open links too.
    var invitationPages: [Route] {
        let path = "/invitations/{invitation}"
        let routes = [
            page("invitation", path, "An invitation.", .everybody) { try $0.invitation() },
            form("invitation", path, "Sign in with an invitation, once.", .everybody) {
                try await $0.acceptInvitation()
            },
        ]
        return routes.map { route in
            var route = route
            route.hasSecretAddress = true
            return route
        }
    }
}

extension PageRequest {
    private var invitationText: String { context["invitation"] }

    /// Returns the page of an invitation, without using it.
    func invitation() throws -> Response {
        try invitationPage(
            site.foundation.sessions.invitation(invitationText, at: context.host.now()))
    }

    /// Signs in the invited person, if the invitation can be used.
    func acceptInvitation() async throws -> Response {
        switch try await site.foundation.sessions.redeem(invitationText, in: context) {
        case .signedIn(let token, let cookie):
            return site.redirect(home(of: token), [HTTPField(name: .setCookie, value: cookie)])
        case .refused(let finding): return try invitationPage(finding)
        }
    }

    private func invitationPage(_ finding: InvitationFinding) throws -> Response {
        // People return through the link in their mail.
        if case .used(let token, _) = finding, token.id == context.principal.tokenID {
            return site.redirect(home(of: token))
        }
        let frame = Frame(
            self, page: "invitation", title: wording("invitation.page") + " · Dragoman")
        let (content, status) = content(finding)
        return try site.page(content, frame, status: status)
    }

    private func content(
        _ finding: InvitationFinding
    ) -> (InvitationContent, HTTPResponse.Status) {
        func refused(
            _ sentence: TextKey, _ hint: TextKey, _ values: [String: String] = [:]
        ) -> InvitationContent {
            let (sentence, hint) = (wording(sentence, values), wording(hint))
            return InvitationContent(
                open: nil, refused: .init(sentence: sentence, hint: hint), login: path("/login"))
        }
        switch finding {
        case .open(let token):
            return (
                InvitationContent(open: offer(token), refused: nil, login: path("/login")), .ok
            )
        case .used(_, let time):
            let when = wording.fullTime(Timestamp.text(milliseconds: time))
            return (
                refused("invitation.used", "invitation.usedHint", ["when": when]), .gone
            )
        case .expired: return (refused("invitation.expired", "invitation.ask"), .gone)
        case .revoked: return (refused("invitation.withdrawn", "invitation.ask"), .gone)
        case .malformed:
            return (refused("invitation.incomplete", "invitation.copyLink"), .notFound)
        case .unknown:
            return (refused("invitation.unknown", "invitation.unknownHint"), .notFound)
        }
    }

    private func offer(_ token: Token) -> InvitationContent.Offer {
        var other: String?
        if case .person(let name, let email) = context.principal.kind,
            context.principal.tokenID != token.id
        {
            other = "\(name) <\(email)>"
        }
        return InvitationContent.Offer(
            name: token.name, mail: token.email ?? "", scope: words(token.scope),
            limits: limits(projects: token.projects, locales: token.locales),
            until: token.expires.map { wording.fullTime(Timestamp.text(milliseconds: $0)) },
            action: path("/invitations/\(invitationText)"), other: other)
    }

    /// The first page for an invited person: their project, if they are limited to one.
    private func home(of token: Token) -> String {
        token.projects.count == 1 ? path("/projects/\(token.projects[0])") : path("/")
    }
}
