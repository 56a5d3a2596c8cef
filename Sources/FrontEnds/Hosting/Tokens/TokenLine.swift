import JSON
import Machine
import Texts
import Translation
import Workspace

/// A line in the token file that is not a valid token.
package struct TokenProblem: Sendable, Equatable {
    /// The line number, counted from 1.
    package let line: Int
    /// The error, worded as the end of a sentence, without the full stop.
    package let reason: String
}

extension Token {
    /// The token's line in the file: canonical JSON and a line feed.
    package var line: [UInt8] {
        var members = JSONMembers()
        members.add("created", Timestamp.text(milliseconds: created))
        members.add("email", email)
        members.add("expires", expires.map { Timestamp.text(milliseconds: $0) })
        members.add("generation", generation)
        members.add("guid", guid)
        members.add("hash", hash.hexadecimal)
        members.add("id", id)
        if let invitation {
            members.addObject("invitation") {
                $0.add("until", Timestamp.text(milliseconds: invitation.until))
                $0.add("used", invitation.used.map { Timestamp.text(milliseconds: $0) })
            }
        }
        members.add("kind", kind.rawValue)
        if !locales.isEmpty { members.add("locales", list: locales.map(\.rawValue)) }
        members.add("name", name)
        if let previous {
            members.addObject("previous") {
                $0.add("hash", previous.hash.hexadecimal)
                $0.add("until", Timestamp.text(milliseconds: previous.until))
            }
        }
        if !projects.isEmpty { members.add("projects", list: projects) }
        members.add("revoked", revoked.map { Timestamp.text(milliseconds: $0) })
        members.add("scope", scope.rawValue)
        return CanonicalJSON.encode(members.json) + [UInt8(ascii: "\n")]
    }

    /// Parses a line without its line feed.
    ///
    /// Parsing is strict: a line with an unknown member is rejected, because the member could
    /// restrict the token's rights.
    init(line: ArraySlice<UInt8>) throws(TokenLineError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(line)
        } catch {
            let message = error.message
            throw TokenLineError(
                "is not JSON: \(message.hasSuffix(".") ? String(message.dropLast()) : message)")
        }
        guard let object = value.objectValue else { throw TokenLineError("is not an object") }
        try self.init(TokenMembers(object))
    }

    private init(_ members: TokenMembers) throws(TokenLineError) {
        try members.requireOnly([
            "created", "email", "expires", "generation", "guid", "hash", "id", "invitation", "kind",
            "locales", "name", "previous", "projects", "revoked", "scope",
        ])
        id = try members.text("id")
        guard TokenID.isID(id) else { throw TokenLineError("has an invalid id") }
        kind = try members.choice("kind")
        name = try members.text("name", TokenRequest.isName)
        email = try members.optionalText("email", TokenRequest.isEmail)
        guid = try members.optionalText("guid", TokenRequest.isGuid)
        guard (kind == .person) == (email != nil), (kind == .person) == (guid != nil) else {
            throw TokenLineError(
                kind == .person
                    ? "belongs to a person, but lacks an email or a guid"
                    : "belongs to an app, but has an email or a guid")
        }
        scope = try members.choice("scope")
        guard kind == .person || scope <= TokenRequest.greatestAppScope else {
            throw TokenLineError("belongs to an app, but has the scope \(scope.rawValue)")
        }
        projects = try members.texts("projects")
        locales = try members.locales("locales")
        created = try members.time("created")
        expires = try members.optionalTime("expires")
        revoked = try members.optionalTime("revoked")
        hash = try members.hash("hash")
        generation = try members.count("generation")
        previous = try members.object("previous").map { inner throws(TokenLineError) in
            try inner.requireOnly(["hash", "until"])
            return Previous(hash: try inner.hash("hash"), until: try inner.time("until"))
        }
        invitation = try members.object("invitation").map { inner throws(TokenLineError) in
            try inner.requireOnly(["until", "used"])
            return Invitation(
                until: try inner.time("until"), used: try inner.optionalTime("used"))
        }
        guard invitation == nil || kind == .person && previous == nil else {
            throw TokenLineError("is an invitation, but belongs to an app or was rotated")
        }
    }
}

/// The reason why a line is not a valid token.
struct TokenLineError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Reads the members of a line strictly.
private struct TokenMembers {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    func requireOnly(_ known: Set<String>) throws(TokenLineError) {
        for (key, _) in object.members where !known.contains(key) {
            throw TokenLineError("has an unknown member “\(key)”")
        }
    }

    func optionalText(
        _ key: String, _ hasForm: (String) -> Bool = { _ in true }
    ) throws(TokenLineError) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.stringValue, !text.isEmpty else {
            throw TokenLineError("requires a nonempty string for “\(key)”")
        }
        // The message must not repeat the text: it may be a guid.
        guard hasForm(text) else { throw TokenLineError("has a malformed “\(key)”") }
        return text
    }

    func text(
        _ key: String, _ hasForm: (String) -> Bool = { _ in true }
    ) throws(TokenLineError) -> String {
        guard let text = try optionalText(key, hasForm) else {
            throw TokenLineError("lacks “\(key)”")
        }
        return text
    }

    func choice<Choice: RawRepresentable<String>>(_ key: String) throws(TokenLineError) -> Choice {
        let text = try text(key)
        guard let choice = Choice(rawValue: text) else {
            throw TokenLineError("has an unknown \(key) “\(text)”")
        }
        return choice
    }

    /// Reads a list.
    ///
    /// An empty list is rejected, because it would mean “all” although its author meant “none”.
    func texts(_ key: String) throws(TokenLineError) -> [String] {
        guard let value = object[key] else { return [] }
        let texts = value.arrayValue?.map { $0.stringValue ?? "" } ?? []
        guard !texts.isEmpty, !texts.contains("") else {
            throw TokenLineError("requires a list of nonempty strings for “\(key)”")
        }
        return texts
    }

    func locales(_ key: String) throws(TokenLineError) -> [LanguageTag] {
        let texts = try texts(key)
        let tags = texts.compactMap { LanguageTag($0) }
        guard tags.count == texts.count else {
            throw TokenLineError("has an invalid language tag in “\(key)”")
        }
        return tags
    }

    func optionalTime(_ key: String) throws(TokenLineError) -> Int64? {
        guard let text = try optionalText(key) else { return nil }
        // A date alone would be read as the end of that day.
        guard text.utf8.count > Timestamp.dateLength, let time = Timestamp.milliseconds(text) else {
            throw TokenLineError("requires a time for “\(key)”")
        }
        return time
    }

    func time(_ key: String) throws(TokenLineError) -> Int64 {
        guard let time = try optionalTime(key) else { throw TokenLineError("lacks “\(key)”") }
        return time
    }

    func count(_ key: String) throws(TokenLineError) -> Int {
        guard let number = object[key]?.integerValue, (1...Int64(Int32.max)).contains(number) else {
            throw TokenLineError("requires a positive number for “\(key)”")
        }
        return Int(number)
    }

    func hash(_ key: String) throws(TokenLineError) -> TokenHash {
        guard let hash = TokenHash(hexadecimal: try text(key)) else {
            throw TokenLineError("requires a SHA-256 hash for “\(key)”")
        }
        return hash
    }

    func object(_ key: String) throws(TokenLineError) -> TokenMembers? {
        guard let value = object[key] else { return nil }
        guard let inner = value.objectValue else {
            throw TokenLineError("requires an object for “\(key)”")
        }
        return TokenMembers(inner)
    }
}
