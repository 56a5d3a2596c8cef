import JSON
import Translation

/// The length limits of a unit's texts, as defined by the size restriction module.
///
/// The profiles of a file define the units for its restrictions. General restrictions apply to the
/// displayed text, and storage restrictions apply to the stored text. See
/// <https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html#size_restriction_module>.
struct XLIFF2Sizes {
    /// The namespace of the module.
    static let namespace = "urn:oasis:names:tc:xliff:sizerestriction:2.0"
    /// The name of the `meta` member that stores the module's attributes, and the prefix of its
    /// namespace.
    private static let member = "slr"

    /// The two kinds of restrictions.
    enum Kind: String, CaseIterable {
        /// A restriction on the displayed text.
        case general
        /// A restriction on the stored text.
        case storage

        /// The attribute of a unit that contains the restriction.
        var attribute: String { self == .general ? "sizeRestriction" : "storageRestriction" }
        /// The attribute of `<profiles>` that contains the name of the unit.
        var profile: String { rawValue + "Profile" }
    }

    /// The unit for all restrictions of one kind in a file.
    struct Profile: Equatable {
        /// The name of the unit.
        ///
        /// If the name is empty, no restriction applies.
        var name = ""
        /// The Unicode normalization form of the text when it is counted.
        var normalization = XLIFF2Sizes.unnormalized
    }

    /// The value that means no normalization.
    private static let unnormalized = "none"

    // MARK: Reading

    /// Returns the profiles in a file's `<profiles>`.
    static func profiles(of node: XMLNode) -> [Kind: Profile] {
        let normalization = node.first("normalization")?.attributes
        var profiles: [Kind: Profile] = [:]
        for kind in Kind.allCases {
            profiles[kind] = Profile(
                name: node.attributes[kind.profile] ?? "",
                normalization: normalization?[kind.rawValue] ?? unnormalized)
        }
        return profiles
    }

    /// Reads a unit's attributes, and returns the maximum length if a restriction specifies nothing
    /// else.
    ///
    /// All other data is stored in `meta`.
    static func read(
        _ attributes: XMLAttributes, _ profiles: [Kind: Profile], _ meta: inout JSONMembers
    ) -> Definition.Limit? {
        var limit: Definition.Limit?
        var kept = JSONMembers()
        for kind in Kind.allCases {
            guard let value = attributes.value(kind.attribute, in: namespace) else { continue }
            let profile = profiles[kind] ?? Profile()
            var said = JSONMembers()
            // A string can have only one maximum length.
            if limit == nil, let own = Self.limit(value, kind, profile) {
                limit = own
            } else {
                said.add("value", value)
                said.add("profile", profile.name)
            }
            if profile.normalization != unnormalized {
                said.add("normalization", profile.normalization)
            }
            if !said.members.isEmpty { kept.add(kind.rawValue, said.json) }
        }
        kept.add("info", attributes.value("sizeInfo", in: namespace))
        if !kept.members.isEmpty { meta.add(member, kept.json) }
        return limit
    }

    /// Returns whether an attribute of a unit is read by this type.
    static func reads(_ name: String, of attributes: XMLAttributes) -> Bool {
        let known = Kind.allCases.map(\.attribute) + ["sizeInfo"]
        return known.contains { attributes.isName(name, of: $0, in: namespace) }
    }

    /// Returns the maximum length specified by a restriction in a standard profile.
    ///
    /// Returns `nil` if the restriction contains anything else.
    private static func limit(
        _ value: String, _ kind: Kind, _ profile: Profile
    ) -> Definition.Limit? {
        let bounds = value.split(separator: ",", omittingEmptySubsequences: false)
        guard bounds.count == 1 || bounds.count == 2 && Int64(bounds[0]) == 0,
            let last = bounds.last, let count = Int64(last), count >= 0
        else { return nil }
        switch (kind, profile.name) {
        case (.general, "xliff:codepoints"):
            return Definition.Limit(count: count, unit: .grapheme)
        // If a text is decomposed before it is counted, it has more bytes than Dragoman would
        // count.
        case (.storage, _) where profile.normalization == "nfd": return nil
        case (.storage, "xliff:utf8"): return Definition.Limit(count: count, unit: .byte)
        case (.storage, "xliff:utf16") where count.isMultiple(of: 2):
            return Definition.Limit(count: count / 2, unit: .utf16)
        default: return nil
        }
    }

    // MARK: Writing

    /// The restrictions to be written, and their profiles.
    private let restrictions: [Kind: (value: String, profile: Profile)]
    /// Data that can only be interpreted with the profile.
    private let info: String?

    /// Creates the restrictions of a string.
    ///
    /// They are its maximum length, if the standard can express it, and other data from the file.
    init(of details: StringDetails) {
        let kept = details.meta?[Self.member]?.objectValue
        var restrictions: [Kind: (value: String, profile: Profile)] = [:]
        for kind in Kind.allCases {
            let said = kept?[kind.rawValue]?.objectValue
            let normalization = said?["normalization"]?.stringValue ?? Self.unnormalized
            if let own = details.maximumLength.flatMap({ Self.restriction($0, kind) }) {
                // The stored normalization may come from a previous restriction with another unit.
                let profile = Profile(name: own.profile, normalization: normalization)
                let isRead = Self.limit(own.value, kind, profile) != nil
                restrictions[kind] = (own.value, isRead ? profile : Profile(name: own.profile))
            } else if let value = said?["value"]?.stringValue {
                let name = said?["profile"]?.stringValue ?? ""
                restrictions[kind] = (value, Profile(name: name, normalization: normalization))
            }
        }
        self.restrictions = restrictions
        info = kept?["info"]?.stringValue
    }

    private static func restriction(
        _ limit: Definition.Limit, _ kind: Kind
    ) -> (value: String, profile: String)? {
        switch (kind, limit.unit) {
        case (.general, .grapheme): return (String(limit.count), "xliff:codepoints")
        case (.storage, .byte): return (String(limit.count), "xliff:utf8")
        case (.storage, .utf16):
            let (bytes, overflows) = limit.count.multipliedReportingOverflow(by: 2)
            return overflows ? nil : (String(bytes), "xliff:utf16")
        default: return nil
        }
    }

    /// Whether there is nothing to be written.
    var isEmpty: Bool { restrictions.isEmpty && info == nil }

    /// The profiles that the restrictions require in the file.
    var profiles: [Kind: Profile] { restrictions.mapValues(\.profile) }

    /// Writes the restrictions as attributes of a unit.
    func writeAttributes(to output: inout XMLOutput) {
        for kind in Kind.allCases {
            if let restriction = restrictions[kind] {
                output.attribute("\(Self.member):\(kind.attribute)", restriction.value)
            }
        }
        if let info { output.attribute("\(Self.member):sizeInfo", info) }
    }

    /// Writes the declaration of the module's namespace.
    static func writeNamespace(to output: inout XMLOutput) {
        output.attribute("xmlns:\(member)", namespace)
    }

    /// Writes the profiles of a file.
    static func write(_ profiles: [Kind: Profile], to output: inout XMLOutput) {
        guard profiles.values.contains(where: { $0 != Profile() }) else { return }
        output.raw("    <\(member):profiles")
        for kind in Kind.allCases {
            if let name = profiles[kind]?.name, !name.isEmpty {
                output.attribute(kind.profile, name)
            }
        }
        let normalized = Kind.allCases.compactMap { kind in
            profiles[kind].flatMap { $0.normalization == unnormalized ? nil : (kind, $0) }
        }
        guard !normalized.isEmpty else {
            output.raw("/>\n")
            return
        }
        output.raw(">\n      <\(member):normalization")
        for (kind, profile) in normalized {
            output.attribute(kind.rawValue, profile.normalization)
        }
        output.raw("/>\n    </\(member):profiles>\n")
    }
}
