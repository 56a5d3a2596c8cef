import ArgumentParser

/// The option that refuses a text with findings.
struct StrictOption: ParsableArguments {
    @Flag(help: "Refuse a text in which a check finds an error or a warning.")
    var strict = false
}
