import Git
import Machine
import Translation
import Workspace

/// The pusher, as identified by the server.
package struct Pusher: Sendable {
    /// A person, identified by mail addresses.
    package struct Identity: Sendable, CustomStringConvertible {
        let emails: Set<MailAddress>
        /// The addresses in their original spelling, sorted.
        private let spelled: [String]
        /// The name to show if no address is known.
        let name: String

        init(emails: some Sequence<String>, name: String) {
            spelled = Set(emails).sorted()
            self.emails = Set(emails.map(MailAddress.init))
            self.name = name
        }

        /// The addresses, or otherwise the name.
        package var description: String {
            spelled.isEmpty ? name : spelled.joined(separator: ", ")
        }
    }

    /// The pusher's identity, or nil if the server does not provide it.
    let identity: Identity?
    /// Whether pushes by unknown users are rejected.
    let isRequired: Bool
    /// The widest right that the push may use, or nil if only the project's settings limit it.
    var limit: Right?

    /// An unknown pusher.
    static let unknown = Pusher(identity: nil, isRequired: false)

    /// The variables that identify the pusher, unless the configuration specifies others.
    ///
    /// Web servers, Gitolite and Gitea set these variables. A client cannot set any of them. SSH
    /// passes on only the variables in the server's `AcceptEnv`, and headers from HTTP clients
    /// arrive in variables that begin with `HTTP_`.
    static let usualVariables = ["REMOTE_USER", "GL_USER", "GITEA_PUSHER_EMAIL"]

    /// The variables that `dragoman serve` sets for a push over HTTP: the address of the token's
    /// person, and the widest right that the token gives.
    package static let servedVariable = "DRAGOMAN_PUSHER"
    package static let limitVariable = "DRAGOMAN_PUSHER_RIGHT"

    /// Reads the pusher from the environment of a hook and the server repository's configuration.
    ///
    /// The settings are:
    ///
    /// - `dragoman.pusher.variable` (may be repeated): the variables to read. The first variable
    ///   that is set is used.
    /// - `dragoman.pusher.USER.email` (may be repeated): the addresses of a user whose name is not
    ///   an address.
    /// - `dragoman.pusher.required`: whether pushes by unknown users are rejected.
    init(_ host: Host, in repository: GitRepository) throws {
        if let email = host.variable(Self.servedVariable) {
            identity = Identity(emails: [email], name: email)
            isRequired = true
            // A limit that cannot be read must not lift the limit.
            limit = host.variable(Self.limitVariable).flatMap(Right.init) ?? .propose
            return
        }
        let settings = try repository.settings(matching: #"^dragoman\.pusher\."#)
        func values(_ key: String) -> [String] {
            settings.filter { $0.key.utf8.elementsEqual(key.utf8) }.map(\.value)
        }
        isRequired = try repository.bool(forKey: "dragoman.pusher.required") ?? false
        let named = values("dragoman.pusher.variable")
        let variables = named.isEmpty ? Self.usualVariables : named
        guard let user = variables.lazy.compactMap(host.variable).first else {
            identity = nil
            return
        }
        var emails = values("dragoman.pusher.\(user).email")
        if emails.isEmpty, user.utf8.contains(UInt8(ascii: "@")) { emails = [user] }
        identity = Identity(emails: emails, name: "the user \(user)")
    }

    private init(identity: Identity?, isRequired: Bool) {
        self.identity = identity
        self.isRequired = isRequired
    }
}
