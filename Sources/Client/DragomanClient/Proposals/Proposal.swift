/// A proposal stored on the server.
public struct Proposal: Sendable, Hashable, Identifiable {
    /// The number that the server assigned to the proposal.
    public let id: Int64
    /// The proposed text.
    public let text: ProposedText
    /// True if the requesting guid may delete the proposal.
    public let canDelete: Bool

    /// Creates a proposal.
    public init(id: Int64, text: ProposedText, canDelete: Bool) {
        self.id = id
        self.text = text
        self.canDelete = canDelete
    }

    /// The section and key of the text.
    public var identifier: TextIdentifier { text.identifier }
    /// The section.
    public var section: String { text.identifier.section }
    /// The key.
    public var key: String { text.identifier.key }
    /// The language, in the server's spelling.
    public var locale: String { text.locale }
    /// The proposed value.
    public var value: String { text.value }
}

/// A proposed value for a text in one language.
public struct ProposedText: Sendable, Hashable {
    /// The maximum size of a value, in bytes of UTF-8.
    public static let maximumValueSize = 64 << 10
    /// The maximum size of a section, a key or a locale, in bytes of UTF-8.
    static let maximumNameSize = 4 << 10

    /// The section and key.
    public let identifier: TextIdentifier
    /// The language.
    public let locale: String
    /// The value.
    public let value: String

    /// Creates a proposed value for a text.
    public init(identifier: TextIdentifier, locale: String, value: String) {
        self.identifier = identifier
        self.locale = locale
        self.value = value
    }

    /// Returns true if the bytes of all parts are equal.
    public static func == (a: Self, b: Self) -> Bool {
        a.identifier == b.identifier && a.locale.utf8.elementsEqual(b.locale.utf8)
            && a.value.utf8.elementsEqual(b.value.utf8)
    }

    /// Hashes the identifier and the bytes of the other parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
        for byte in locale.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8(0xFF))
        for byte in value.utf8 { hasher.combine(byte) }
    }

    /// The text and language.
    ///
    /// A guid can have at most one open proposal for each text and language.
    var slot: Slot { Slot(identifier: identifier, locale: locale) }

    /// Returns true if another proposal has the same value for the same text and language.
    func repeats(_ other: Self) -> Bool {
        slot == other.slot && value.utf8.elementsEqual(other.value.utf8)
    }

    /// True if all parts are short enough to be sent and stored.
    var fits: Bool {
        value.utf8.count <= Self.maximumValueSize
            && [identifier.section, identifier.key, locale].allSatisfy {
                $0.utf8.count <= Self.maximumNameSize
            }
    }

    /// The total size of all parts, in bytes of UTF-8.
    var size: Int {
        [identifier.section, identifier.key, locale, value].reduce(0) { $0 + $1.utf8.count }
    }

    /// A text in a language.
    struct Slot: Sendable, Hashable {
        let identifier: TextIdentifier
        let locale: String

        /// Creates a slot.
        ///
        /// `da_DK` and `da-dk` are the same locale.
        init(identifier: TextIdentifier, locale: String) {
            self.identifier = identifier
            self.locale = locale.lowercased().replacing("_", with: "-")
        }
    }
}

/// A row in a list of proposals.
public struct ListedProposal: Sendable, Hashable, Identifiable {
    /// The identity of the row.
    public enum ID: Sendable, Hashable {
        /// The number of a proposal on the server.
        case server(Int64)
        /// The idempotency key of a proposal that is stored on the device until it can be sent.
        case kept(String)
    }

    /// The identity.
    public let id: ID
    /// The proposed text.
    public let text: ProposedText
    /// True if this installation made the proposal.
    public let isOwn: Bool
    /// True if this installation may delete the proposal.
    public let canDelete: Bool

    init(_ proposal: Proposal, isOwn: Bool) {
        id = .server(proposal.id)
        text = proposal.text
        self.isOwn = isOwn
        canDelete = proposal.canDelete || isOwn
    }

    init(_ kept: KeptProposal) {
        id = .kept(kept.key)
        text = kept.text
        isOwn = true
        canDelete = true
    }

    /// True if the proposal is not known to have reached the server yet.
    public var isKept: Bool {
        if case .kept = id { true } else { false }
    }
}

/// The proposals for one text in all languages.
public struct ProposalGroup: Sendable, Hashable, Identifiable {
    /// The section and key.
    public let identifier: TextIdentifier
    /// The proposals.
    ///
    /// Proposals on the server come first, in the server's order.
    public let proposals: [ListedProposal]

    /// The section and key.
    public var id: TextIdentifier { identifier }

    /// Groups proposals by section and key, in ascending order.
    static func groups(_ proposals: [ListedProposal]) -> [ProposalGroup] {
        Dictionary(grouping: proposals, by: \.text.identifier)
            .sorted { $0.key < $1.key }
            .map { ProposalGroup(identifier: $0.key, proposals: $0.value) }
    }
}
