import HTTPTypes
import Hosting
import Machine
import ReadModel
package import Texts
package import Translation
import Workspace

/// The proposer of a text, whose guid owns the proposal.
package struct Proposer: Sendable {
    /// The guid in the request, or the token's guid.
    ///
    /// It is a secret.
    package let guid: String
    /// The hashed guid that events contain.
    package let hashed: HashedGuid
    /// Whether the proposal has no named author.
    package let isTester: Bool
}

extension ProjectCall {
    /// Returns the proposer: a person with a token, or a tester with a guid if the project accepts
    /// testers.
    ///
    /// `guid` is the guid in the request, if the API has one. If it is nil, the token's guid owns a
    /// person's proposals. Throws `no-guid` if there is no guid, and `invalid-value` if the guid's
    /// length is not allowed. Throws `unauthenticated` if the project accepts only testers of an
    /// app with a token, and `scope` if it accepts no testers.
    package func proposer(guid sent: String?) throws -> Proposer {
        let isPerson = context.principal.kind.isPerson
        if !isPerson { try requireTesters() }
        // A token limits its bearer's rights even if testers need no token.
        if context.principal.kind != .anonymous { try context.require(.propose) }
        guard let guid = sent ?? (isPerson ? context.principal.guid : nil) else {
            throw Problem(
                ProblemCode(.noGuid),
                "A proposal needs a guid, so that it can be withdrawn later.",
                hint: "Generate a random UUID once, keep it, and send it as Dragoman-Guid.",
                onPages: .init("A proposal needs an author.", hint: "Sign in first."))
        }
        guard (8...project.settings.limits.guid).contains(guid.count) else {
            throw Problem(
                ProblemCode(.invalidValue),
                "A guid must have 8 to \(project.settings.limits.guid) characters.",
                hint: "Generate a random UUID once and keep it.", onPages: .damaged)
        }
        return Proposer(
            guid: guid, hashed: HashedGuid(guid: guid, project: project.project),
            isTester: !isPerson)
    }

    /// Returns the guid for a comment or an endorsement; nil for people, whose names are in the
    /// event.
    ///
    /// Throws the same errors as ``proposer(guid:)``.
    package func remarkingGuid() throws -> HashedGuid? {
        guard !context.principal.kind.isPerson else { return nil }
        guard let guid = context.guid else {
            throw Problem(
                ProblemCode(.noGuid), "The request has no guid that identifies its sender.",
                hint: "Send the tester's guid as Dragoman-Guid.",
                onPages: .init("A comment needs an author.", hint: "Sign in first."))
        }
        return try proposer(guid: guid).hashed
    }

    private func requireTesters() throws(Problem) {
        switch (project.settings.testers, context.principal.kind) {
        case (.open, _): return
        // The token may be limited to other projects.
        case (.app, .app) where context.principal.scope(in: project.settings.name) != nil: return
        case (.off, _):
            throw Problem(
                .scope, "This project accepts no proposals from testers.",
                hint: "Send a person's token.", onPages: .init(hint: "Sign in first."))
        case (.app, _):
            throw Problem.unauthenticated(
                "This project accepts testers' proposals only from an app with a token.")
        }
    }

    /// Throws `too-many` if the tester has the maximum number of open proposals, or if testers have
    /// made the maximum number of proposals today.
    ///
    /// `pending` is the number of the tester's proposals that are about to be made as well.
    package func requireRoom(for proposer: Proposer, besides pending: Int = 0) async throws {
        guard proposer.isTester else { return }
        let limits = project.settings.limits
        guard project.testers.today(at: context.host.now()) + pending < limits.dailyProposals else {
            throw Problem(
                .tooMany, "Testers have reached today's proposal limit (\(limits.dailyProposals)).",
                hint: "Try again tomorrow.", headers: [.retryAfter: "3600"])
        }
        if let count = project.testers.open(of: proposer.hashed),
            count + pending < limits.openProposals
        {
            return
        }
        let filter = ProposalFilter(
            owner: proposer.hashed, states: [.open], limit: limits.openProposals)
        let count = try await project.read { try $0.model.proposals(filter).count }
        project.testers.note(count, openOf: proposer.hashed)
        guard count + pending < limits.openProposals else {
            throw Problem(
                .tooMany, "This guid has reached the limit for open proposals (\(count)).",
                hint: "Wait until some are decided, or delete some.",
                onPages: .init(
                    "You have reached the limit for open proposals (\(count)).",
                    hint: "Wait until some are decided, or delete some."),
                headers: [.retryAfter: "3600"])
        }
    }

    /// Throws `scope` if the token is limited to other languages.
    package func requireLanguage(_ locale: LanguageTag) throws(Problem) {
        guard let locales = context.principal.locales, !locales.contains(locale) else { return }
        throw Problem(
            .scope, "The token is limited to languages other than \(locale).",
            hint: "Ask the server's operator for a token that includes this language.")
    }

    /// Throws `scope` if the token is restricted to particular languages, because the change is not
    /// specific to one language.
    package func requireAllLanguages() throws(Problem) {
        guard context.principal.locales != nil else { return }
        throw Problem(
            .scope, "The token is limited to some languages, but this affects the whole project.",
            hint: "Ask the server's operator for a token without such a limit.")
    }
}

extension Principal.Kind {
    package var isPerson: Bool {
        if case .person = self { return true }
        return false
    }
}
