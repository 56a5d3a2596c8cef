import JSON
import Texts

/// Sets the path pattern for a section's files in the app.
///
/// Without a pattern, the files use the usual paths of their format.
struct PlaceFiles: CommandKind {
    let section: String
    let pattern: String?

    static var verb: String { "placeFiles" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("section", section)
        fingerprint.add("pattern", pattern)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.placeFiles(of: section, pattern)
    }
}

extension Decider {
    /// Sets or removes the path pattern for a section's files.
    ///
    /// Without a pattern, the files use the usual paths of their format. The caller must check that
    /// the section exists and has a format.
    fileprivate mutating func placeFiles(of section: String, _ pattern: String?) throws {
        try requireMaintainer()
        let known = ResourceState(
            events: try state.events(of: .resource(Value.Text(section), in: nil)))
        var stated = known.file
        (stated.pattern, stated.path) = (pattern, nil)
        guard stated != known.file || !known.register.losers.isEmpty else { return }
        addResource(Value.Text(section), in: nil, stated, seen: known.register.seen)
    }
}
