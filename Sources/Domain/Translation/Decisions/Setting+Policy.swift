public import JSON

extension Setting {
    /// The people who may change the settings and the files that are stored next to the log.
    public static let maintainers = Setting(
        name: "maintainers",
        summary:
            "Who may change the settings and the files outside the log; an array of email addresses. Default: the reviewers of *, otherwise all reviewers, otherwise the translators of *, otherwise all translators, otherwise everyone.",
        defaultValue: nil, fault: arrayOfPeople)

    /// The names that are reserved for people with certain mail addresses.
    public static let names = Setting(
        name: "names",
        summary:
            "Names reserved for people: {\"mail@…\":[\"Mara\",…]}; pushes that use such a name with another address are rejected, and elsewhere the name is shown together with the address.",
        defaultValue: nil
    ) { value in
        guard let object = value.objectValue else { return "The value must be an object." }
        for (email, names) in object.members {
            guard email.utf8.contains(UInt8(ascii: "@")) else {
                return "“\(email)” is not an email address."
            }
            guard arrayOfTexts(names) == nil else {
                return "The names of “\(email)” must be an array of strings."
            }
        }
        return nil
    }

    /// The servers that may commit events on behalf of their users.
    public static let servers = Setting(
        name: "servers",
        summary: "Servers that may push other people's events; an array of email addresses.",
        defaultValue: .array([]), fault: arrayOfPeople)

    /// True if each commit must be signed with a key listed in ``signers``.
    public static let signed = Setting(
        name: "signed",
        summary:
            "Whether each commit must be signed with a signer's SSH key; this rules out squash, rebase and hosts' merge buttons.",
        defaultValue: .bool(false), fault: flag)

    /// The people who may sign commits, and their keys.
    public static let signers = Setting(
        name: "signers",
        summary:
            "Who may sign commits: {\"mail@…\":[\"ssh-ed25519 AAAA…\",{\"key\",\"validAfter\"?,\"validBefore\"?}]}.",
        defaultValue: nil
    ) { value in
        guard let object = value.objectValue else { return "The value must be an object." }
        for (email, keys) in object.members {
            guard SigningKey.isPrincipal(email) else {
                return "“\(email)” is not an email address for which keys can be listed."
            }
            guard let keys = keys.arrayValue else {
                return "The keys of “\(email)” must be an array."
            }
            for key in keys {
                if let fault = SigningKey.fault(in: key) {
                    return "A key of “\(email)” is invalid: \(fault)"
                }
            }
        }
        return nil
    }

    /// The people who may set texts, by language.
    public static let translators = Setting(
        name: "translators",
        summary:
            "Who may set texts, besides reviewers and maintainers: {\"fr\":[\"mail@…\"],\"*\":[…]}; unlisted languages are open to all.",
        defaultValue: nil, fault: peopleByLanguage)

    /// Whether the setting's values contain people's mail addresses.
    package var containsAddresses: Bool { Self.containsAddresses(name) }

    /// Tells whether the values of the setting with this name contain people's mail addresses.
    static func containsAddresses(_ name: String) -> Bool {
        [maintainers, names, reviewers, servers, signers, translators].contains { $0.name == name }
    }

    static let peopleByLanguage: @Sendable (JSONValue) -> String? = { value in
        guard let object = value.objectValue else { return "The value must be an object." }
        for (tag, people) in object.members where arrayOfTexts(people) != nil {
            return "The value of “\(tag)” must be an array of email addresses."
        }
        return nil
    }

    private static let arrayOfPeople: @Sendable (JSONValue) -> String? = { value in
        value.arrayValue?.allSatisfy { $0.stringValue?.utf8.contains(UInt8(ascii: "@")) ?? false }
            ?? false ? nil : "The value must be an array of email addresses."
    }
}

extension Event {
    /// Whether the event sets a setting whose values contain people's mail addresses.
    package var listsPeople: Bool {
        guard case .settingChanged(let name, _?) = payload else { return false }
        return Setting.containsAddresses(name)
    }
}

/// A public key for verifying signatures, with its period of validity.
public struct SigningKey: Sendable, Hashable {
    /// The mail address of the key's owner.
    public let email: String
    /// The key type and the base64 key, as in a `.pub` file without the comment.
    public let key: String
    /// The start of the validity period, in `ssh-keygen` format: `20260101` or `20260101120000Z`.
    public let validAfter: String?
    /// The end of the validity period (exclusive), in the same format.
    public let validBefore: String?

    /// Returns the keys in a value of the setting `signers`.
    ///
    /// Invalid keys are ignored.
    public static func keys(in setting: JSONValue?) -> [SigningKey] {
        guard let object = setting?.objectValue else { return [] }
        return object.members.flatMap { email, keys -> [SigningKey] in
            guard isPrincipal(email) else { return [] }
            return (keys.arrayValue ?? []).compactMap { SigningKey(email: email, $0) }
        }
    }

    /// The key as a line of an allowed-signers file; see ALLOWED SIGNERS in ssh-keygen(1).
    ///
    /// The key is valid only in Git's namespace, so that a signature for other data cannot be used
    /// as the signature of a commit.
    public var allowedSignersLine: String {
        var options = ["namespaces=\"git\""]
        if let validAfter { options.append("valid-after=\"\(validAfter)\"") }
        if let validBefore { options.append("valid-before=\"\(validBefore)\"") }
        return "\(email) \(options.joined(separator: ",")) \(key)\n"
    }

    private init?(email: String, _ value: JSONValue) {
        guard Self.fault(in: value) == nil,
            let text = value.stringValue ?? value.objectValue?["key"]?.stringValue
        else { return nil }
        self.email = email
        key = text.split(separator: " ").prefix(2).joined(separator: " ")
        validAfter = value.objectValue?["validAfter"]?.stringValue
        validBefore = value.objectValue?["validBefore"]?.stringValue
    }

    /// Returns true if a text identifies exactly one person in an allowed-signers file.
    ///
    /// In these files, `*`, `?`, `!` and `,` form patterns.
    static func isPrincipal(_ text: String) -> Bool {
        let forbidden = Array("*?!,\"'\\#".utf8)
        return text.utf8.contains(UInt8(ascii: "@"))
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }
    }

    static func fault(in value: JSONValue) -> String? {
        if let text = value.stringValue { return fault(inKey: text) }
        guard let object = value.objectValue, let key = object["key"]?.stringValue else {
            return "it must be a string, or an object with a “key”."
        }
        for (name, value) in object.members {
            switch name {
            case "key": continue
            case "validAfter", "validBefore":
                guard value.stringValue.map(isTime) == true else {
                    return "“\(name)” must be a time such as 20261231 or 20261231235959Z."
                }
            default:
                return "“\(name)” is not allowed; the members are key, validAfter and validBefore."
            }
        }
        return fault(inKey: key)
    }

    private static func fault(inKey text: String) -> String? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2,
            words[0].hasPrefix("ssh-") || words[0].hasPrefix("ecdsa-sha2-")
                || words[0].hasPrefix("sk-"), !words[0].contains("cert"),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return "it is not a public key such as “ssh-ed25519 AAAA…”." }
        let isBase64 = words[1].utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "="):
                true
            default: false
            }
        }
        return isBase64 && words[1].utf8.count >= 32
            ? nil : "it is not a public key such as “ssh-ed25519 AAAA…”."
    }

    private static func isTime(_ text: String) -> Bool {
        let digits = text.utf8.last == UInt8(ascii: "Z") ? text.utf8.dropLast() : text.utf8[...]
        return [8, 12, 14].contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
