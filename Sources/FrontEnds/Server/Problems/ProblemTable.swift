import Hosting
import HTTPTypes

/// The status, title and explanation of every code: the source of problem documents and their
/// pages.
enum ProblemTable {
    struct Row: Sendable {
        let code: String
        let status: HTTPResponse.Status
        let title: String
        let explanation: String
    }

    /// Returns the row for a code.
    ///
    /// A code without a row is a defect in this table, and gets the row for defects.
    static func row(for code: ProblemCode) -> Row { byCode[code.rawValue] ?? defect }

    /// Returns the row for a code, or nil if the code is unknown.
    static func known(_ code: String) -> Row? { byCode[code] }

    private static let byCode = Dictionary(
        rows.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    private static let defect = Row(
        code: ProblemCode.defect.rawValue, status: .internalServerError,
        title: "Internal error",
        explanation:
            "The server failed unexpectedly. Its log contains an entry with the response's request id."
    )

    static let rows: [Row] =
        table(.badRequest, badRequests) + table(.unauthorized, unauthorized)
        + table(.forbidden, forbidden) + table(.notFound, notFound)
        + table(.methodNotAllowed, notAllowed) + table(.notAcceptable, notAcceptable)
        + table(.requestTimeout, timeouts) + table(.conflict, conflicts) + table(.gone, gone)
        + table(.preconditionFailed, preconditions) + table(.contentTooLarge, tooLarge)
        + table(.uriTooLong, tooLong) + table(.unsupportedMediaType, mediaTypes)
        + table(.expectationFailed, expectations) + table(.misdirectedRequest, misdirected)
        + table(.unprocessableContent, unprocessable)
        + table(.tooManyRequests, tooMany) + table(.requestHeaderFieldsTooLarge, headers)
        + table(.internalServerError, defects) + [defect] + table(.badGateway, remotes)
        + table(.serviceUnavailable, unavailable)
        + table(.init(code: 507, reasonPhrase: "Insufficient Storage"), storage)

    private typealias Entries = [(code: String, title: String, explanation: String)]

    private static func table(_ status: HTTPResponse.Status, _ entries: Entries) -> [Row] {
        entries.map {
            Row(code: $0.code, status: status, title: $0.title, explanation: $0.explanation)
        }
    }

    private static let badRequests: Entries = [
        ("invalid-value", "Invalid value", "A value does not have the required form."),
        ("invalid-language", "Invalid language tag", "A language tag is not well-formed (BCP 47)."),
        (
            "invalid-time", "Invalid time",
            "A time is invalid. Write it like 2026-11-21T09:30:00Z."
        ),
        (
            "unsafe-path", "Unsafe path",
            "A path has a segment such as “..”, a backslash or a control character."
        ),
        ("no-guid", "No guid", "The request needs a guid, in the header Dragoman-Guid."),
        ("contradiction", "Contradictory request", "Two parts of the request conflict."),
        (
            "malformed", "Malformed body",
            "The body is not valid JSON or form data. The members “line” and “column” point to the error in JSON."
        ),
        (
            "usage", "Wrong parameters",
            "A parameter is unknown, missing, repeated or has an invalid value."
        ),
    ]
    private static let unauthorized: Entries = [
        (
            "unauthenticated", "No valid token",
            "The request needs a token, or its token is unknown, expired or revoked. Send it as “Authorization: Bearer TOKEN”."
        )
    ]
    private static let forbidden: Entries = [
        (
            "scope", "Insufficient scope",
            "The token lacks the scope that the operation needs for this project or language."
        ),
        (
            "not-reviewer", "Not a reviewer",
            "The project has reviewers for this language, and the sender is not one of them."
        ),
        (
            "not-translator", "Not a translator",
            "The project has translators for this language, and the sender may only propose."
        ),
        ("not-maintainer", "Not a maintainer", "Only the project's maintainers may do this."),
        ("not-owner", "Not yours", "The proposal was made with another guid."),
        (
            "self-review", "Own proposal",
            "The project does not let people accept their own proposals."
        ),
        (
            "origin", "Request from another origin",
            "A page from another origin sent the request, and that origin is not configured."
        ),
        (
            "production", "Proposal from production",
            "The request states that it comes from an app in production, which may not propose."
        ),
    ]
    private static let notFound: Entries = [
        ("unknown-path", "Nothing here", "No resource has this address."),
        (
            "unknown-project", "Unknown project",
            "The server has no project with this name, or the sender may not see it."
        ),
        ("unknown-language", "Unknown language", "The project does not have this language."),
        ("unknown-key", "Unknown key", "No string has this key."),
        ("unknown-proposal", "Unknown proposal", "No proposal has this id."),
        ("unknown-id", "Unknown id", "No event, commit or proposal has this id."),
        ("unknown-check", "Unknown check", "No check has this name."),
        ("unknown-setting", "Unknown setting", "No setting has this name."),
        (
            "unknown-channel", "Unknown channel",
            "No channel has this name, or it has no release at that time."
        ),
        ("unknown-revision", "Unknown revision", "The revision does not name a commit."),
        ("unknown-remote", "Unknown remote", "No remote has this name."),
        ("no-text", "No text", "The language has no text of its own for this string."),
        ("no-conflict", "No conflict", "The event is not part of a conflict."),
    ]
    private static let notAllowed: Entries = [
        (
            "method", "Method not allowed",
            "The address does not support this method. The Allow header lists the supported methods."
        )
    ]
    private static let notAcceptable: Entries = [
        (
            "not-acceptable", "Not acceptable",
            "The resource is not available in any of the accepted media types."
        )
    ]
    private static let timeouts: Entries = [
        (
            "timeout", "Request took too long",
            "The complete request did not arrive within the time limit."
        )
    ]
    private static let conflicts: Entries = [
        ("duplicate", "Duplicate", "The same guid has already proposed the same text."),
        ("unchanged", "Unchanged", "The text already has this value."),
        (
            "too-many-proposals", "Too many proposals",
            "The text already has as many open proposals as the project's “open-proposals” setting allows."
        ),
        ("exists", "Already exists", "The resource to be created already exists."),
        ("already-decided", "Already decided", "The proposal is no longer open."),
        ("outdated", "Outdated", "The text or its source changed after the proposal was made."),
        ("frozen", "Frozen language", "The language is frozen and accepts no changes."),
        (
            "ambiguous-key", "Ambiguous key",
            "Several strings match the key. Specify the section too."
        ),
        (
            "ambiguous-id", "Ambiguous id",
            "Several ids match the abbreviation. Specify more characters."
        ),
        (
            "later-edits", "Later edits",
            "Later edits are based on the change to be reverted."
        ),
        (
            "source-language", "Source language",
            "The operation does not apply to the source language."
        ),
        ("unrelated", "Unrelated histories", "The two branches belong to different projects."),
        (
            "locked-out", "Would lock everyone out",
            "After this, the sender could no longer change the settings."
        ),
        (
            "too-many-copies", "Too many copies",
            "The result would be the end of a chain of more than 1,000 copies. Set the text instead."
        ),
    ]
    private static let gone: Entries = [
        (
            "unknown-position", "Unknown position",
            "The server no longer has the position. Restart the feed from a time."
        )
    ]
    private static let preconditions: Entries = [
        (
            "changed", "Changed in the meantime",
            "The resource's state does not satisfy If-Match or If-None-Match. The member “current” contains its current state."
        )
    ]
    private static let tooLarge: Entries = [
        ("too-large", "Body too large", "The body is larger than the operation allows.")
    ]
    private static let tooLong: Entries = [
        ("address-too-long", "Address too long", "The address is longer than the server allows.")
    ]
    private static let mediaTypes: Entries = [
        (
            "media-type", "Unsupported media type",
            "The operation does not accept a body of this media type."
        )
    ]
    private static let expectations: Entries = [
        (
            "expectation", "Unknown expectation",
            "The Expect header has a value other than 100-continue."
        )
    ]
    private static let misdirected: Entries = [
        (
            "misdirected", "Wrong host",
            "The request is for a host that this server does not serve."
        )
    ]
    private static let unprocessable: Entries = [
        (
            "failed-checks", "Failed checks",
            "The text would break the app: its placeholders, markup or plural forms do not fit the source."
        ),
        (
            "invalid-file", "Invalid file",
            "The file cannot be read, or lacks something that its format requires."
        ),
        (
            "unrepresentable", "Texts cannot be represented",
            "The format of the export cannot represent some texts. The member “unrepresentable” lists up to 100 of them."
        ),
        (
            "idempotency", "Reused idempotency key",
            "The idempotency key was used for a different request."
        ),
    ]
    private static let tooMany: Entries = [
        (
            "too-many", "Too many requests",
            "The rate limit is exceeded. The Retry-After header contains the number of seconds to wait."
        )
    ]
    private static let headers: Entries = [
        (
            "headers", "Header too large",
            "The request header is larger than the server allows."
        )
    ]
    private static let defects: Entries = [
        (
            "no-terminal", "No terminal",
            "The operation needs a terminal, which a server does not have."
        )
    ]
    private static let remotes: Entries = [
        ("remote-missing", "Remote not found", "No repository exists at the remote's address."),
        (
            "authentication", "Remote rejected credentials",
            "The remote does not accept this server's credentials."
        ),
        ("forbidden", "Remote denied access", "The remote does not allow this server to do this."),
        (
            "unknown-host-key", "Unknown host key",
            "The host key of the remote's SSH server is unknown."
        ),
        (
            "changed-host-key", "Changed host key",
            "The host key of the remote's SSH server differs from the known key."
        ),
        ("certificate", "Untrusted certificate", "The remote's HTTPS certificate is not trusted."),
        ("unreachable", "Remote unreachable", "The remote cannot be reached."),
        ("not-git", "Not a Git server", "The remote's address does not respond like a Git server."),
        ("transfer", "Transfer failed", "A transfer to or from the remote failed."),
        (
            "interrupted", "Transfer interrupted",
            "A transfer to or from the remote was interrupted."
        ),
        ("rejected", "Push rejected", "The remote rejected the push."),
        (
            "not-fast-forward", "Remote is ahead",
            "The remote has commits that this server does not have yet."
        ),
        (
            "lost-events", "Events would be lost",
            "The push lacks an event that exists on the remote."
        ),
        ("engine", "Engine failed", "A translation engine is missing or failed."),
    ]
    private static let unavailable: Entries = [
        ("busy", "Busy", "Another process is writing. Try again."),
        (
            "overloaded", "Overloaded",
            "The server is receiving more requests than it can process. Nothing was changed; try again."
        ),
        ("behind", "Behind", "The server has not reached the requested position yet. Try again."),
        ("starting", "Starting", "The project is being opened. Try again."),
        (
            "unavailable-release", "Release unavailable",
            "The server cannot make the release: its commit is not here, or its channel or its export profiles are not valid. Keep the release that you have."
        ),
        ("too-slow", "Too slow", "The query took longer than the server allows."),
        (
            "read-model", "Read model unavailable",
            "The server's database is unavailable at the moment. The project itself is intact."
        ),
        (
            "repository", "Repository unavailable",
            "The project's repository cannot be opened or read."
        ),
        (
            "newer-format", "Newer format",
            "The project contains events in a newer format. Reading works; writing requires a newer server."
        ),
        (
            "dirty-work-tree", "Dirty work tree",
            "The branch is checked out on the server, and its work tree cannot be updated."
        ),
        (
            "unsigned", "Unsigned commit",
            "The project requires signed commits, but the server cannot sign."
        ),
        ("no-identity", "No identity", "The server has no name and email address for its commits."),
        (
            "file", "File unavailable",
            "A file or directory on the server is missing or cannot be used."
        ),
    ]
    private static let storage: Entries = [
        (
            "disk-full", "Disk full",
            "The server's disk is full. Nothing was written; reading still works."
        )
    ]
}
