import Agents
import Languages
import Texts
import Translation

/// A key in the `[server]` section.
struct ServerKey: Sendable {
    let name: String
    var isList = false
    let set: @Sendable (inout ServerSettings, ConfigurationValue) throws -> Void
    /// Returns the key's current value, or nil if it is not set.
    let text: @Sendable (ServerSettings) -> String?

    /// The keys from earlier versions that no longer exist.
    ///
    /// They are rejected, because a server that ignored them would respond without encryption.
    static let removed = ["tlsCertificate", "tlsKey"]

    static let all: [ServerKey] = [
        ServerKey(name: "listen") { server, value in
            let text = try value.text()
            guard let address = ListenAddress(text) else {
                throw WrongValue(
                    "“\(text)” is not an address such as 127.0.0.1:8080, [::1]:8080 or unix:/path")
            }
            server.listen = address
        } text: {
            $0.listen.description
        },
        ServerKey(name: "socketMode") { server, value in
            server.socketMode = try mode(value.text())
        } text: {
            "0" + String($0.socketMode, radix: 8)
        },
        ServerKey(name: "socketGroup") { server, value in
            server.socketGroup = try value.text()
        } text: {
            $0.socketGroup
        },
        ServerKey(name: "url") { server, value in
            let text = try value.text()
            guard let url = PublicURL(text) else {
                throw WrongValue(
                    "“\(text)” is not an address such as https://l10n.example.org/t, without a user, query or fragment"
                )
            }
            server.url = url
        } text: {
            $0.url?.description
        },
        ServerKey(name: "state") { server, value in
            server.state = try value.path()
        } text: {
            $0.state
        },
        ServerKey(name: "identity") { server, value in
            server.identity = try identity(value.text())
        } text: {
            $0.identity.map { "\($0.name) <\($0.email)>" }
        },
        ServerKey(name: "proxy", isList: true) { server, value in
            server.proxies = try value.list().map { text in
                guard let range = AddressRange(text) else {
                    throw WrongValue(
                        "“\(text)” is not a network such as 10.0.0.0/8 or fd00::/8; bits after the prefix must be zero"
                    )
                }
                return range
            }
        } text: {
            $0.proxies.isEmpty ? nil : $0.proxies.map(\.description).joined(separator: " ")
        },
        ServerKey(name: "userHeader") { server, value in
            server.userHeader = try UserHeaderName.check(value.text())
        } text: {
            $0.userHeader
        },
        ServerKey(name: "userHeaderFrom", isList: true) { server, value in
            var invalid = ""
            guard let peers = TrustedPeers(try value.list(), invalid: &invalid) else {
                throw WrongValue(
                    "“\(invalid)” is not an address, a network such as 10.0.0.0/8 or fd00::/8, or “unix”; bits after the prefix must be zero"
                )
            }
            server.userHeaderFrom = peers
        } text: {
            $0.userHeaderFrom == TrustedPeers() ? nil : $0.userHeaderFrom.description
        },
        ServerKey(name: "contact") { server, value in
            server.contact = try contact(value.text())
        } text: {
            $0.contact
        },
        ServerKey(name: "logAddresses") { server, value in
            server.logsAddresses = try value.bool()
        } text: {
            "\($0.logsAddresses)"
        },
    ]

    /// Parses file permissions in octal notation, as used by `chmod`.
    private static func mode(_ text: String) throws -> UInt32 {
        guard (3...4).contains(text.utf8.count), let mode = UInt32(text, radix: 8), mode <= 0o777,
            text.utf8.allSatisfy({ (0x30...0x37).contains($0) })
        else { throw WrongValue("“\(text)” is not a file mode such as 0660") }
        return mode
    }

    private static func identity(_ text: String) throws -> Actor {
        let wrong = WrongValue(
            "“\(text)” is not an identity such as Dragoman <dragoman@example.org>")
        guard text.hasSuffix(">"), let open = text.firstIndex(of: "<") else { throw wrong }
        let name = text[..<open].split(separator: " ").joined(separator: " ")
        let email = String(text[text.index(after: open)...].dropLast())
        guard !name.isEmpty, email.contains("@"), !email.contains(where: { "<> ".contains($0) }),
            !name.contains(">"), !text.unicodeScalars.contains(where: \.isControl)
        else { throw wrong }
        return Actor(name: name, email: email)
    }

    /// Parses a contact URI (RFC 9116, section 2.5.3) or a plain email address.
    private static func contact(_ text: String) throws -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if isPlain {
            if ["https://", "mailto:", "tel:"].contains(where: text.hasPrefix) { return text }
            if text.contains("@"), !text.contains(":") { return "mailto:" + text }
        }
        throw WrongValue(
            "“\(text)” is not an email address or a URI that starts with https://, mailto: or tel:")
    }
}

extension Unicode.Scalar {
    /// Whether the character is a C0 or C1 control character, which a name in a commit must not
    /// contain.
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// A key in one of a project's sections.
struct ProjectKey: Sendable {
    var section = ConfigurationSection.project
    let name: String
    var isList = false
    let set: @Sendable (inout ProjectSettings, ConfigurationValue) throws -> Void
    /// Returns the key's current value, or nil if it is not set.
    let text: @Sendable (ProjectSettings) -> String?

    static let all: [ProjectKey] = [
        ProjectKey(name: "path") { project, value in
            project.path = try value.path()
        } text: {
            $0.path
        },
        ProjectKey(name: "default") { project, value in
            project.isDefault = try value.bool()
        } text: {
            "\($0.isDefault)"
        },
        ProjectKey(name: "public") { project, value in
            project.isPublic = try value.bool()
        } text: {
            "\($0.isPublic)"
        },
        ProjectKey(name: "testers") { project, value in
            project.testers = try value.choice()
        } text: {
            $0.testers.rawValue
        },
        ProjectKey(name: "git") { project, value in
            project.git = try value.choice()
        } text: {
            $0.git.rawValue
        },
        ProjectKey(name: "agentTools", isList: true) { project, value in
            project.agentTools = Set(
                try value.list().map { text in
                    guard let tool = AgentTool(rawValue: text), AgentTool.further.contains(tool)
                    else {
                        let names = AgentTool.further.map(\.rawValue).joined(separator: ", ")
                        throw WrongValue("“\(text)” is not one of \(names)")
                    }
                    return tool
                })
        } text: { project in
            let tools = AgentTool.further.filter(project.agentTools.contains)
            return tools.isEmpty ? nil : tools.map(\.rawValue).joined(separator: " ")
        },
        ProjectKey(name: "remote") { project, value in
            project.remote = try value.text()
        } text: {
            $0.remote
        },
        ProjectKey(name: "ack") { project, value in
            project.acknowledgement = try value.choice()
        } text: {
            $0.acknowledgement.rawValue
        },
        ProjectKey(name: "syncInterval") { project, value in
            project.syncInterval = try duration(value, in: 100...86_400_000)
        } text: {
            Quantity.text(milliseconds: $0.syncInterval)
        },
        ProjectKey(name: "maxLag") { project, value in
            project.maxLag = try duration(value, in: 1_000...86_400_000)
        } text: {
            $0.maxLag.map(Quantity.text(milliseconds:))
        },
        ProjectKey(name: "cors", isList: true) { project, value in
            project.cors = try origins(value)
        } text: {
            text($0.cors)
        },
        ProjectKey(name: "inContext", isList: true) { project, value in
            project.inContext = try origins(value)
        } text: {
            text($0.inContext)
        },
        ProjectKey(name: "strict") { project, value in
            project.isStrict = try value.bool()
        } text: {
            "\($0.isStrict)"
        },
        ProjectKey(section: .nstack, name: "applicationId") { project, value in
            let text = try value.text()
            guard text.utf8.count <= 200, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw WrongValue("“\(text)” does not consist of 1 to 200 visible ASCII characters")
            }
            project.applicationID = text
        } text: {
            $0.applicationID
        },
        ProjectKey(section: .nstack, name: "picker") { project, value in
            project.picker = try value.choice()
        } text: {
            $0.picker.rawValue
        },
        ProjectKey(section: .nstack, name: "channel") { project, value in
            let name = try value.text()
            if let fault = ReleaseChannel.fault(inName: name) {
                throw WrongValue(String(fault.dropLast()))
            }
            project.nstackChannel = name
        } text: {
            $0.nstackChannel
        },
        ProjectKey(section: .i18next, name: "add") { project, value in
            project.missingKeys = try value.choice()
        } text: {
            $0.missingKeys.rawValue
        },
    ]

    private static func origins(_ value: ConfigurationValue) throws(WrongValue) -> [WebOrigin] {
        var origins: [WebOrigin] = []
        for text in try value.list() {
            guard let origin = WebOrigin(text) else {
                throw WrongValue(
                    "“\(text)” is not an origin such as https://app.example.org, without a path")
            }
            origins.append(origin)
        }
        return origins
    }

    private static func text(_ origins: [WebOrigin]) -> String? {
        origins.isEmpty ? nil : origins.map(\.description).joined(separator: " ")
    }

    private static func duration(
        _ value: ConfigurationValue, in range: ClosedRange<Int>
    ) throws(WrongValue) -> Int {
        let text = try value.text()
        guard let time = Quantity.milliseconds(text), range.contains(time) else {
            throw WrongValue(
                "“\(text)” is not a duration from \(Quantity.text(milliseconds: range.lowerBound)) to \(Quantity.text(milliseconds: range.upperBound))"
            )
        }
        return time
    }
}
