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
    func known() throws -> Origin { try Origin(known: origin ?? "human") }
}
