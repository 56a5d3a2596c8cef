import JSON
import Texts

/// Says where the app has the files of a section: the paths of a pattern, or where their format puts them.
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
    /// States the pattern of a section's files anew; without one they are where their format puts them.
    ///
    /// That the section exists and has a format is the caller's to see to.
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
