import Hosting
import JSON
import ReadModel
import Texts
import Translation
import Workspace

/// Writes of proposals and comments, as specified in bodies.
extension ProjectCall {
    /// Reads a proposal from a body, and returns the write that makes it.
    ///
    /// `pending` is the number of the sender's proposals that are about to be made as well.
    func proposing(_ body: inout JSONBody, besides pending: Int = 0) async throws -> RequestedWrite
    {
        try requireDevelopment()
        let proposer = try proposer(guid: context.guid)
        let limits = project.settings.limits
        let (locale, key) = try textPlace(in: &body)
        try requireLanguage(locale)
        guard let value = try body.translation("value", upTo: limits.value) else {
            throw JSONBody.missing("value")
        }
        let note = try body.text("note", upTo: limits.remark)
        let picture = try body.text("picture", upTo: 200)
        let isNew = try body.flag("new")
        let isStrict = try body.flag("strict")
        let origin = Origin(try body.text("origin", upTo: 200) ?? "human")
        try body.finish()
        if case .other = origin {
            throw Problem(
                ProblemCode(.invalidValue), "“origin” is not a valid origin.",
                hint: "Valid origins: human, memory, machine:NAME, reference:NAME.")
        }
        try await requireRoom(for: proposer, besides: pending)
        let string = try await string(key, isNew: isNew)
        var options = ProposeOptions(value: value, note: note, origin: origin, isNew: isNew)
        if let picture { options.picture = try await storedPicture(picture) }
        var write = RequestedWrite(
            Action(.propose(locale, string, options)), guid: proposer.hashed, isStrict: isStrict)
        write.proposer = proposer
        return write
    }

    /// Throws `production` if the request states that it comes from an app in production.
    func requireDevelopment() throws(Problem) {
        guard let environment = context.header(.dragomanEnvironment),
            environment.lowercased() == "production"
        else { return }
        throw Problem(
            .production, "Apps in production may not propose.",
            hint: "Propose from a build for testing.")
    }

    /// Reads a comment from a body, and returns the write that adds it.
    func commenting(_ body: inout JSONBody) async throws -> RequestedWrite {
        let guid = try remarkingGuid()
        let text = try body.requiredText("text", upTo: project.settings.limits.remark)
        let proposal = try body.text("proposal", upTo: 40)
        let locale = try body.text("locale", upTo: 100).map { try language($0) }
        let target: CommentTarget
        if let proposal, locale == nil {
            try body.finish()
            let (id, place) = try await read { snapshot in
                let id = try snapshot.proposal(proposal)
                return (id, try snapshot.model.proposalLocation(id)?.locale)
            }
            if let place { try requireLanguage(place) }
            target = .proposal(id)
        } else if let locale, proposal == nil {
            let key = try keyArgument(in: &body)
            try body.finish()
            try requireLanguage(locale)
            target = .unit(UnitID(locale, try await string(key)))
        } else {
            throw Problem(
                ProblemCode(.contradiction),
                "A comment must refer to either a proposal or a string.",
                hint: "Send “proposal”, or “locale” and “key”.")
        }
        return RequestedWrite(Action(.comment(target, text)), guid: guid)
    }
}
