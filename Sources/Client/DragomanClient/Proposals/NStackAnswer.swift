import JSON

/// Parses the responses from NStack's API.
package enum NStackAnswer {
    /// The maximum delay that a server can request, in seconds.
    private static let longestDelay: Int64 = 24 * 60 * 60

    /// Parses the response to a new proposal.
    static func proposal(_ body: [UInt8]) throws(ProposalError) -> Proposal {
        try proposal(try data(body))
    }

    /// Parses a list of proposals.
    package static func proposals(_ body: [UInt8]) throws(ProposalError) -> [Proposal] {
        guard let rows = try data(body).arrayValue else {
            throw .malformedAnswer("The member “data” is not a list.")
        }
        var proposals: [Proposal] = []
        for row in rows { proposals.append(try proposal(row)) }
        return proposals
    }

    private static func data(_ body: [UInt8]) throws(ProposalError) -> JSONValue {
        do {
            guard let data = try JSONValue.parse(body).objectValue?["data"] else {
                throw ProposalError.malformedAnswer("The response has no member “data”.")
            }
            return data
        } catch let error as JSONError {
            throw .malformedAnswer(error.description)
        } catch let error as ProposalError {
            throw error
        } catch {
            throw .malformedAnswer("\(error)")
        }
    }

    /// Parses a proposal.
    ///
    /// If `can_delete` is missing, the proposal cannot be deleted.
    private static func proposal(_ json: JSONValue) throws(ProposalError) -> Proposal {
        guard let row = json.objectValue, let id = row["id"]?.integerValue,
            let section = row["section"]?.stringValue, let key = row["key"]?.stringValue,
            let locale = row["locale"]?.stringValue, let value = row["value"]?.stringValue
        else { throw .malformedAnswer("A proposal lacks a member.") }
        let canDelete = row["can_delete"] ?? .bool(false)
        guard let canDelete = canDelete.boolValue else {
            throw .malformedAnswer("The member “can_delete” is not true or false.")
        }
        let text = ProposedText(
            identifier: TextIdentifier(section: section, key: key), locale: locale, value: value)
        guard text.fits else { throw .malformedAnswer("A proposal is too long.") }
        return Proposal(id: id, text: text, canDelete: canDelete)
    }

    /// Returns the error for an unsuccessful response.
    ///
    /// A response counts as the server's decision only if it has the format of the server's errors.
    /// A proxy may respond with the same status although the server has not decided anything.
    package static func error(status: Int, retryAfter: String?, _ body: [UInt8]) -> ProposalError {
        let delay = retryAfter.flatMap { Int64($0) }.map {
            Duration.seconds(min(max($0, 0), longestDelay))
        }
        let problem = (try? JSONValue.parse(body))?.objectValue
        let name = problem?["class"]?.stringValue ?? ""
        let message = problem?["message"]?.stringValue
        switch (status, message) {
        case (429, _): return .tooManyRequests(retryAfter: delay)
        case (500...599, _): return .unavailable(status: status, retryAfter: delay)
        case (401, let message):
            return name == "InvalidGuid" || message == "Invalid guid"
                ? .invalidGuid : .unauthorized(message ?? "")
        case (403, let message?): return .forbidden(message)
        case (404, let message?): return .notFound(message)
        case (413, _?): return .tooLong
        case (400, let message?), (409, let message?), (412, let message?), (422, let message?):
            switch name {
            case "Duplicate": return .duplicate
            case "Unchanged": return .unchanged
            case "AlreadyDecided": return .alreadyDecided
            default:
                let listed = problem?["errors"]?.arrayValue?.compactMap(\.stringValue) ?? []
                return .refused(listed.isEmpty ? [message] : listed)
            }
        default: return .unexpectedStatus(status)
        }
    }
}
