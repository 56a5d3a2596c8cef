import Git
import Machine
import Translation

/// Who pushes, as the server knows it.
public struct Pusher: Sendable {
    /// Somebody by mail addresses, and how he is known.
    public struct Identity: Sendable, CustomStringConvertible {
        /// The mail addresses.
        let emails: Set<MailAddress>
        /// The addresses as they are written.
        private let spelled: [String]
        /// How he is called where no address is known.
        let name: String

        init(emails: some Sequence<String>, name: String) {
            spelled = Set(emails).sorted()
            self.emails = Set(emails.map(MailAddress.init))
            self.name = name
        }

        /// The addresses, or else the name.
        public var description: String {
            spelled.isEmpty ? name : spelled.joined(separator: ", ")
        }
    }

    /// Who it is; `nil` where the server did not say.
    let identity: Identity?
    /// Whether what cannot be checked is refused.
    let isRequired: Bool

    /// Nobody who is known.
    static let unknown = Pusher(identity: nil, isRequired: false)

    /// The variables that tell who pushes where the configuration names none: of web servers, Gitolite and Gitea.
    ///
    /// What a client can set is none of them: SSH passes on only what the server's `AcceptEnv` names, and what HTTP clients send
    /// arrives in variables that begin with `HTTP_`.
    static let usualVariables = ["REMOTE_USER", "GL_USER", "GITEA_PUSHER_EMAIL"]

    /// Reads who pushes from the environment of a hook and the configuration of the server's repository.
    ///
    /// The settings are:
    ///
    /// - `dragoman.pusher.variable`, which may come often: the variables to look at, the first that is set counts;
    /// - `dragoman.pusher.USER.email`, which may come often: the addresses of a user whose name is none;
    /// - `dragoman.pusher.required`: whether a push of somebody unknown is refused.
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
