import ArgumentParser
import Translation
import Workspace

/// The options that limit a list of proposals to one guid.
struct OwnerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only proposals from this guid.", valueName: "guid"))
    var guid: String?

    @Flag(help: "Only proposals from this machine's guid.")
    var mine = false

    func validate() throws {
        guard guid == nil || !mine else {
            throw ValidationError("Use --guid or --mine, not both.")
        }
    }

    /// Returns the requested guid, as given or as stored on this machine; nil if none is requested.
    ///
    /// Throws a refusal if this machine's guid is requested and does not exist yet.
    func raw(in scope: some ProjectScope) throws -> String? {
        guard mine else { return guid }
        if let own = try scope.guid(nil, creating: false) { return own }
        throw Refusal(
            .noGuid, "This machine has no guid yet.",
            hint: "Make a proposal to create one, or set DRAGOMAN_GUID.")
    }

    /// Returns the requested guid as it is stored in the log; nil if none is requested.
    func hashed(in scope: some ProjectScope) throws -> HashedGuid? {
        try raw(in: scope).map { HashedGuid(guid: $0, project: scope.project) }
    }
}
