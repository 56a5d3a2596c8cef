import Machine
package import Texts
package import Translation
import Workspace

/// A request for a new token.
package struct TokenRequest: Sendable {
    /// The kind of bearer: a person or an app.
    package let kind: TokenKind
    /// The person's name, or a label for the app.
    package let name: String
    /// The person's mail address; nil for apps.
    package let email: String?
    /// The guid that will own the person's proposals; nil for a random guid.
    package let guid: String?
    /// The extent of the token's rights.
    package let scope: Scope
    /// The projects to which the token is limited; empty means all.
    package let projects: [String]
    /// The languages to which the token is limited; empty means all.
    package let locales: [LanguageTag]
    /// The time when the token expires, or nil if it never expires.
    package let expiry: TokenExpiry?

    /// The widest scope for an app, whose testers propose with their guids.
    package static let greatestAppScope = Scope.propose
    /// The default scope of a token.
    package static let usualScope = Scope.propose
    /// The allowed lengths of a guid, in characters.
    ///
    /// Shorter guids could be guessed.
    package static let guidLength = 8...200
    /// The maximum length of a name or an address, in bytes.
    package static let maximumNameLength = 200

    /// Creates a request for a person's token.
    ///
    /// Throws a ``Translation/Refusal`` if one of the values is invalid.
    package init(
        person name: String, email: String, guid: String? = nil, scope: Scope = usualScope,
        projects: [String] = [], locales: [LanguageTag] = [], expiry: TokenExpiry? = nil
    ) throws(Refusal) {
        try Self.require(name: name)
        guard Self.isEmail(email) else {
            throw TokenRefusal.wrong("“\(email)” is not an email address.")
        }
        if let guid, !Self.isGuid(guid) {
            throw TokenRefusal.wrong(
                "A guid must have \(Self.guidLength.lowerBound) to \(Self.guidLength.upperBound) visible ASCII characters."
            )
        }
        try self.init(
            kind: .person, name: name, email: email, guid: guid, scope: scope, projects: projects,
            locales: locales, expiry: expiry)
    }

    /// Creates a request for an app's token.
    ///
    /// Throws a ``Translation/Refusal`` if one of the values is invalid.
    package init(
        app name: String, scope: Scope = greatestAppScope, projects: [String] = [],
        locales: [LanguageTag] = [], expiry: TokenExpiry? = nil
    ) throws(Refusal) {
        try Self.require(name: name)
        guard scope <= Self.greatestAppScope else {
            throw TokenRefusal.wrong(
                "An app's token can only have the scope read or propose, not \(scope.rawValue).")
        }
        try self.init(
            kind: .app, name: name, email: nil, guid: nil, scope: scope, projects: projects,
            locales: locales, expiry: expiry)
    }

    private init(
        kind: TokenKind, name: String, email: String?, guid: String?, scope: Scope,
        projects: [String], locales: [LanguageTag], expiry: TokenExpiry?
    ) throws(Refusal) {
        for project in projects where !ProjectName.isName(project) {
            throw TokenRefusal.wrong(
                "“\(project)” is not a valid project name: \(ProjectName.form).")
        }
        self.kind = kind
        self.name = name
        self.email = email
        self.guid = guid
        self.scope = scope
        self.projects = Set(projects).sorted { $0.precedesInBytes($1) }
        self.locales = Set(locales).sorted()
        self.expiry = expiry
    }

    private static func require(name: String) throws(Refusal) {
        guard isName(name) else {
            throw TokenRefusal.wrong(
                "A name must have 1 to \(maximumNameLength) bytes and must not contain control characters, “<” or “>”."
            )
        }
    }

    /// Returns true if the text is a valid name for a person or an app.
    static func isName(_ text: String) -> Bool {
        (1...maximumNameLength).contains(text.utf8.count) && isPlain(text)
    }

    /// Returns true if the text has an `@` between other characters and fits into a Git identity.
    static func isEmail(_ text: String) -> Bool {
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")), isName(text) else {
            return false
        }
        return at != text.utf8.startIndex && text.utf8.index(after: at) != text.utf8.endIndex
            && !text.utf8.contains(UInt8(ascii: " "))
    }

    /// Returns true if the text has an allowed length and consists of visible ASCII characters.
    static func isGuid(_ text: String) -> Bool {
        guidLength.contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Returns true if the text contains no character that Git rejects in a name or an address.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar != "<" && scalar != ">" && scalar.properties.generalCategory != .control
        }
    }
}

/// The time at which a token expires.
package enum TokenExpiry: Sendable, Equatable {
    /// The lifetime of the token, in milliseconds from its creation.
    case after(Int64)
    /// The time of expiry, in Unix milliseconds.
    case at(Int64)

    /// Parses a duration such as `90d`, a date (meaning its end, in UTC) or an RFC 3339 time.
    ///
    /// Throws a ``Translation/Refusal`` for any other text.
    package init(parsing text: String) throws(Refusal) {
        if let duration = Quantity.milliseconds(text) {
            self = .after(Int64(duration))
        } else if let time = Timestamp.milliseconds(text) {
            self = .at(time)
        } else {
            throw TokenRefusal.wrong(
                "“\(text)” is not a duration such as 90d, a date or a time.")
        }
    }

    /// Returns the time in Unix milliseconds.
    ///
    /// Throws a ``Translation/Refusal`` if the time has already passed or is after the year 9999.
    func time(from now: Int64) throws(Refusal) -> Int64 {
        let time =
            switch self {
            case .after(let duration): now + duration
            case .at(let time): time
            }
        guard time > now else { throw TokenRefusal.wrong("The expiry time is in the past.") }
        guard time <= Self.latest else {
            throw TokenRefusal.wrong("A token cannot expire after the year 9999.")
        }
        return time
    }

    /// The latest expiry time that can be stored.
    private static let latest = Timestamp.milliseconds("9999-12-31") ?? .max
}

enum TokenRefusal {
    private static let list = Refusal.Hint.typed(
        "List the tokens and their ids with `dragoman token list`.")

    static func wrong(_ sentence: String) -> Refusal {
        Refusal(
            .invalidValue, sentence,
            hint: .typed("See `dragoman token add --help`."))
    }

    static func unknown(_ reference: String, nearest: [String]) -> Refusal {
        Refusal(
            .unknownID, "No token has the id “\(reference)”.",
            hint: Self.list, nearest: nearest)
    }

    static func ambiguous(_ reference: String, _ ids: [String]) -> Refusal {
        Refusal(
            .ambiguousID, "Several tokens have ids that begin with “\(reference)”.",
            hint: Self.list, nearest: ids)
    }

    static func notActive(_ token: Token, _ state: Token.State) -> Refusal {
        Refusal(
            .alreadyDecided,
            "\(token.invitation == nil ? "Token" : "Invitation") \(token.id) is \(state.rawValue).",
            hint: token.invitation == nil
                ? .typed("Add a new token with `dragoman token add`.")
                : .typed("Invite the person again with `dragoman token invite`."))
    }

    static func isInvitation(_ token: Token) -> Refusal {
        Refusal(
            .invalidValue, "\(token.id) is an invitation, not a token.",
            hint: .typed("`dragoman token invite --again \(token.id)` makes a new link for it."))
    }

    static func notInvitation(_ token: Token) -> Refusal {
        Refusal(
            .invalidValue, "\(token.id) is a token, not an invitation.",
            hint: .typed("`dragoman token rotate \(token.id)` replaces it."))
    }

    static func locked(_ directory: String) -> Refusal {
        Refusal(
            .busy, "Another process is changing \(directory).", hint: "Try again in a moment.")
    }

    static func file(_ path: String, _ reason: String) -> Refusal {
        Refusal(
            .file, "\(path): \(reason).", hint: "Check the path, its permissions and the disk.")
    }

    static func noStateDirectory() -> Refusal {
        Refusal(
            .file, "Cannot find the state directory: neither XDG_STATE_HOME nor HOME is set.",
            hint: .typed("Specify it with `--state DIR`."))
    }
}
