import JSON
import Texts

/// Sets the pattern for the paths of a section's files in the app.
///
/// Without a pattern, the usual paths of their format apply.
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
    /// Sets or removes the pattern of a section's files.
    ///
    /// Without one, the usual paths of their format apply. The caller checks that the section
    /// exists and has a format.
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
