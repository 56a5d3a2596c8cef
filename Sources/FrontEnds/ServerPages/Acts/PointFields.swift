import Bundles
import HTTPTypes
import Server
import Texts
import Translation
import Workspace

/// The fields of the form that points a channel.
struct PointFields: Sendable {
    var channel: String
    /// The release: a tag or another revision.
    var revision: String
    /// The range of app versions; empty for all.
    var versions: String
    var profiles: [String]
    var signature = ""
    /// The commit that the page showed for the revision.
    var commit: String?
    /// The sequence number that the signature is for.
    var sequence: Int64?
    /// The events that made the channel's state that the sender saw; nil if no form was sent.
    var seen: [EventID]?
    /// The reason why the form was refused.
    var problem: Problem?
    /// The texts of the page with the form.
    private let wording: Wording

    /// The maximum length of a name, a revision and a range, in bytes.
    private static let longestText = 1_000
    /// The maximum length of a signature, in bytes.
    private static let longestSignature = 16 << 10

    /// Reads the parameters of an address, or the fields of a form.
    init(_ query: Query, _ wording: Wording) throws {
        self.wording = wording
        func text(_ name: String) throws -> String {
            let text = query[name]?.trimmed ?? ""
            guard text.utf8.count <= Self.longestText else {
                throw wording.problem(
                    .tooLarge, "problems.fieldTooLong",
                    ["name": name, "limit": wording.number(Self.longestText)],
                    hint: "problems.shorten")
            }
            return text
        }
        channel = try text("channel")
        revision = try text("to")
        versions = try text("versions")
        profiles = query.values(of: "profile").filter { !$0.isEmpty }
    }

    /// Reads a form that was sent.
    init(_ form: PageForm) throws {
        try self.init(form.fields, form.wording)
        let typed = PageForm.lineFeeds(form.fields["signature"] ?? "").trimmed
        signature = typed.isEmpty ? "" : typed + "\n"
        commit = form.fields["commit"]
        sequence = form.fields["sequence"].flatMap { Int64($0) }
        seen = (form.fields["seen"] ?? "").split(separator: " ").compactMap {
            EventID(String($0))
        }
    }

    /// Returns the request of the fields, or throws a ``FieldRefusal``.
    ///
    /// Returns nil if the name or the release is not given yet.
    func request() throws -> ChannelRequest? {
        if !channel.isEmpty { try checked("channel") { try ReleaseChannel.requireName(channel) } }
        let range =
            versions.isEmpty
            ? nil : try checked("versions") { try ReleaseChannel.requireAppVersions(versions) }
        guard !channel.isEmpty, !revision.isEmpty else { return nil }
        return ChannelRequest(
            name: channel, revision: commit ?? revision, appVersions: range, profiles: profiles,
            sequence: sequence)
    }

    /// Returns the signature as bytes; nil if there is none.
    ///
    /// Throws a ``FieldRefusal`` if it is too long.
    func signatureBytes() throws -> [UInt8]? {
        guard signature.utf8.count <= Self.longestSignature else {
            throw FieldRefusal(
                "signature", wording, "point.longSignature",
                ["limit": String(Self.longestSignature >> 10)], hint: "point.pasteOutput")
        }
        return signature.isEmpty ? nil : Array(signature.utf8)
    }

    /// Returns true if a channel already has the release and the sequence number of this form.
    func isInEffect(_ state: ChannelState) -> Bool {
        guard let release = state.release, state.rivals.isEmpty else { return false }
        return release.commit == commit && release.sequence == sequence
    }

    /// Returns the value of a field, or throws a refusal of it as a ``FieldRefusal``.
    private func checked<Value>(_ name: String, _ value: () throws -> Value) throws -> Value {
        do {
            return try value()
        } catch let refusal as Refusal {
            throw FieldRefusal(name, Problem(refusal))
        }
    }

    /// Takes over an error, or rethrows one that the form cannot show.
    mutating func take(_ error: any Error) throws {
        if let refusal = error as? FieldRefusal {
            problem = refusal.problem
            field = refusal.field
            return
        }
        let caught = Problem(catching: error)
        guard caught.status.code < 500, caught.code != .scope,
            caught.code.rawValue != Refusal.Code.notMaintainer.rawValue
        else { throw error }
        problem = caught
        field =
            switch caught.code.rawValue {
            case Refusal.Code.unknownRevision.rawValue, Refusal.Code.contradiction.rawValue,
                Refusal.Code.noText.rawValue:
                "to"
            default: nil
            }
    }

    /// The name of the field that ``problem`` is about.
    private(set) var field: String?

    /// Returns the message under a field, if the problem is about it.
    func error(at name: String) -> FieldError? {
        guard let problem else { return nil }
        if name == "signature", problem.code == .changed, !signature.isEmpty {
            return FieldError(id: "point-signature", words: wording("point.signAgain"))
        }
        return field == name ? FieldError(id: "point-" + name, problem, wording) : nil
    }
}

extension PointFields {
    /// The banner about a form that was refused, or nil if none was sent.
    func banner(_ current: ChannelState?, _ cards: ChannelCards) -> Banner? {
        guard let problem, seen != nil else { return nil }
        if problem.code == .changed {
            let news = current.map { current in
                let change = cards.change(current.event)
                return wording(
                    "point.changedBy",
                    [
                        "name": change.who, "target": cards.words(current.target),
                        "when": change.when.words, "release": revision,
                    ])
            }
            return Banner(
                .warn, icon: "conflict", wording("point.changed"),
                news ?? wording("point.removedBy", ["release": revision]), isAlert: true,
                hasFocus: true)
        }
        return field == nil
            ? Banner(problem, wording)
            : Banner(
                .bad, icon: "error", wording("settings.notSaved"), wording("point.seeMessage"),
                isAlert: true, hasFocus: true)
    }
}
