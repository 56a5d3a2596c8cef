import ArgumentParser

/// The option that refuses a text with findings.
struct StrictOption: ParsableArguments {
    @Flag(help: "Reject a text if a check reports an error or a warning.")
    var strict = false
}
