import ReadModel
import Translation

extension Snapshot {
    /// Returns the event types that match a comma-separated list of patterns, such as
    /// `proposal.*`.
    ///
    /// Rejects a pattern that matches no type.
    package func eventTypes(matching patterns: String) throws -> [String] {
        let known = Payload.knownTypes + (try model.unrecognizedTypes().map(\.type))
        return try patterns.split(separator: ",").flatMap { word in
            let pattern = KeyPattern(String(word))
            let found = known.filter(pattern.matches)
            guard found.isEmpty else { return found }
            throw Refusal(
                .invalidValue, "Unknown event type “\(word)”.",
                hint: .thereAre(Payload.knownTypes),
                nearest: NearestMatches.of(String(word), among: known))
        }
    }
}
