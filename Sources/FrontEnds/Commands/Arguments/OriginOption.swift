import ArgumentParser
import Translation

/// The option for the origin of a proposed text.
struct OriginOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The origin of the text: human, memory, machine:NAME, reference:NAME (default: human).",
            valueName: "origin"))
    var origin: String?

    /// Returns the origin, or throws if the word is not a known origin.
    func known() throws -> Origin { try Self.known(origin ?? "human") }

    /// Reads an origin; throws if the word is not a known origin.
    static func known(_ word: String) throws -> Origin {
        let known = Origin(word)
        if case .other(let text) = known {
            throw Refusal(
                .invalidValue, "“\(text)” is not a valid origin.",
                hint: "Use human, memory, machine:NAME or reference:NAME.")
        }
        return known
    }
}
