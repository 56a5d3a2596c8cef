import ArgumentParser
import Translation

/// Where a proposed text comes from.
struct OriginOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the text comes from: human, memory, machine:NAME, reference:NAME (default: human).",
            valueName: "origin"))
    var origin: String?

    /// The origin; a word that is none is refused.
    func known() throws -> Origin {
        let known = Origin(origin ?? "human")
        if case .other(let text) = known {
            throw Refusal(
                .invalidValue, "“\(text)” is no origin of a text.",
                hint: "Write human, memory, machine:NAME or reference:NAME.")
        }
        return known
    }
}
