import Git
import Machine
import Translation

/// The pusher as the server knows it.
package struct Pusher: Sendable {
    /// A person, identified by mail addresses.
    package struct Identity: Sendable, CustomStringConvertible {
        let emails: Set<MailAddress>
        /// The addresses in their original spelling.
        private let spelled: [String]
        /// The name that is shown if no address is known.
        let name: String

        init(emails: some Sequence<String>, name: String) {
            spelled = Set(emails).sorted()
            self.emails = Set(emails.map(MailAddress.init))
            self.name = name
        }

        /// The addresses, or else the name.
        package var description: String {
            spelled.isEmpty ? name : spelled.joined(separator: ", ")
        }
    }

    /// The pusher's identity; nil if the server provides none.
    let identity: Identity?
    /// Whether a push is rejected if its pusher is unknown.
    let isRequired: Bool

    /// An unknown pusher.
    static let unknown = Pusher(identity: nil, isRequired: false)

    /// The variables that identify the pusher if the configuration names none: those of web
    /// servers, Gitolite and Gitea.
    ///
    /// A client cannot set any of them. SSH passes on only the variables in the server's
    /// `AcceptEnv`, and headers of HTTP clients arrive in variables that begin with `HTTP_`.
    static let usualVariables = ["REMOTE_USER", "GL_USER", "GITEA_PUSHER_EMAIL"]

    /// Reads the pusher from the environment of a hook and the configuration of the server's
    /// repository.
    ///
    /// The settings are:
    ///
    /// - `dragoman.pusher.variable` (may be repeated): the variables to read. The first one that
    ///   is set counts.
    /// - `dragoman.pusher.USER.email` (may be repeated): the addresses of a user whose name is
    ///   not an address.
    /// - `dragoman.pusher.required`: whether the push of an unknown user is rejected.
    init(_ host: Host, in repository: GitRepository) throws {
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
