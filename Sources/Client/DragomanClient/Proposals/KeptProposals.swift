import JSON

/// A proposal that the server has not confirmed yet.
struct KeptProposal: Sendable, Hashable {
    /// The idempotency key, which is the same for all attempts to send it.
    let key: String
    /// The proposed text.
    let text: ProposedText
    /// True if the proposal was sent, and the server may have received it.
    var wasSent: Bool
}

/// An installation's proposals, as stored in its file.
package struct KeptProposals: Sendable, Hashable {
    /// The version of the file format.
    static let version: Int64 = 1
    /// The maximum number of proposals waiting to be sent.
    static let maximumWaiting = 500
    /// The maximum number of the installation's own proposals to remember.
    static let maximumSent = 2_000
    /// The maximum total size of the texts of remembered proposals, in bytes.
    static let maximumSentSize = 1 << 20

    /// The proposals waiting to be sent, in the order of sending.
    ///
    /// There is at most one proposal for each text and language.
    var waiting: [KeptProposal] = []
    /// The installation's own proposals that are known to be on the server, oldest first.
    ///
    /// There is at most one proposal for each text and language.
    private(set) var sent: [Proposal] = []

    /// The reason that a file cannot be used.
    package enum Fault: Error {
        /// The file was written by a newer version.
        case newer(version: Int64)
        /// The file does not have this version's format.
        case damaged
    }

    /// Remembers one of the installation's own proposals.
    ///
    /// It replaces the previous proposal for the same text and language. If there are too many
    /// proposals, the oldest are forgotten.
    mutating func note(_ proposal: Proposal) {
        forget(proposal.id)
        sent.removeAll { $0.text.slot == proposal.text.slot }
        sent.append(proposal)
        var size = sent.reduce(0) { $0 + $1.text.size }
        while sent.count > Self.maximumSent || size > Self.maximumSentSize, sent.count > 1 {
            size -= sent.removeFirst().text.size
        }
    }

    /// Forgets one of the installation's own proposals.
    mutating func forget(_ id: Int64) { sent.removeAll { $0.id == id } }

    /// The values that the installation has proposed.
    ///
    /// Values waiting to be sent take precedence over sent values for the same text and language.
    var texts: [ProposedText] {
        let slots = Set(waiting.map(\.text.slot))
        return sent.map(\.text).filter { !slots.contains($0.slot) } + waiting.map(\.text)
    }

    // MARK: File

    init() {}

    /// Parses a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let file = (try? JSONValue.parse(bytes))?.objectValue,
            let version = file["version"]?.integerValue, version >= 1
        else { throw .damaged }
        guard version <= Self.version else { throw .newer(version: version) }
        guard let waiting = file["waiting"]?.arrayValue, let sent = file["sent"]?.arrayValue,
            waiting.count <= Self.maximumWaiting, sent.count <= Self.maximumSent
        else { throw .damaged }
        for row in waiting {
            guard let text = Self.text(row),
                let key = row.objectValue?["idempotencyKey"]?.stringValue,
                let wasSent = row.objectValue?["wasSent"]?.boolValue
            else { throw .damaged }
            self.waiting.append(KeptProposal(key: key, text: text, wasSent: wasSent))
        }
        for row in sent {
            guard let text = Self.text(row), let id = row.objectValue?["id"]?.integerValue else {
                throw .damaged
            }
            self.sent.append(Proposal(id: id, text: text, canDelete: true))
        }
    }

    private static func text(_ json: JSONValue) -> ProposedText? {
        guard let row = json.objectValue, let section = row["section"]?.stringValue,
            let key = row["key"]?.stringValue, let locale = row["locale"]?.stringValue,
            let value = row["value"]?.stringValue
        else { return nil }
        let text = ProposedText(
            identifier: TextIdentifier(section: section, key: key), locale: locale, value: value)
        return text.fits ? text : nil
    }

    /// The contents of the file.
    package var bytes: [UInt8] {
        let waiting = waiting.map { kept in
            JSONValue.object { row in
                row.add("idempotencyKey", kept.key)
                row.add("wasSent", kept.wasSent)
                Self.add(kept.text, to: &row)
            }
        }
        let sent = sent.map { proposal in
            JSONValue.object { row in
                row.add("id", .integer(proposal.id))
                Self.add(proposal.text, to: &row)
            }
        }
        return CanonicalJSON.encode(
            .object { file in
                file.add("version", .integer(Self.version))
                file.add("waiting", .array(waiting))
                file.add("sent", .array(sent))
            })
    }

    private static func add(_ text: ProposedText, to row: inout JSONMembers) {
        row.add("section", text.identifier.section)
        row.add("key", text.identifier.key)
        row.add("locale", text.locale)
        row.add("value", text.value)
    }
}
