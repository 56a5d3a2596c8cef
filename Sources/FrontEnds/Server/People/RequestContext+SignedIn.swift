package import Hosting
import HTTPTypes

extension RequestContext {
    /// Returns the context of the same request, sent by a person who has just signed in with it.
    ///
    /// A form of a person whose session has ended is shown again in the response to their new
    /// sign-in, because a redirect would lose what they typed. `cookie` is the value of
    /// `Set-Cookie` that begins the session.
    package func signedIn(
        as principal: Principal, cookie: String, in projects: OpenProjects
    ) -> RequestContext {
        let isPublic =
            projectName.flatMap { projects.configuration.project(named: $0)?.isPublic } ?? false
        let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        return RequestContext(
            arrival: arrival, target: target,
            sender: Sender(
                principal: principal,
                scope: principal.scope(in: projectName) ?? (isPublic ? .read : nil), guid: nil,
                address: sender.address, loggedAddress: sender.loggedAddress,
                foreignOrigin: sender.foreignOrigin,
                sessionCookie: pair.count == 2 ? String(pair[1]) : nil, isSignedInByProxy: false,
                showsAddresses: principal.kind.isPerson, isStillAdmitted: { true }),
            services: services)
    }

    /// Whether one of this server's own pages sent the request.
    ///
    /// Browsers send the origin of every form, and pages cannot change it. A sign-in page may
    /// contain a form's fields only if this is true. Otherwise another site could put a text in
    /// front of a person who is signing in.
    package var isFromOwnPage: Bool {
        header(.origin) != nil && sender.foreignOrigin == nil
    }
}
