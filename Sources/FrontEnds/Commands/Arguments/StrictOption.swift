import ArgumentParser

/// The option that rejects texts with errors or warnings.
struct StrictOption: ParsableArguments {
    @Flag(help: "Reject a text if a check reports an error or a warning.")
    var strict = false
}
