import ArgumentParser

/// Whether a text with which a check finds fault is taken.
struct StrictOption: ParsableArguments {
    @Flag(help: "Refuse a text in which a check finds an error or a warning.")
    var strict = false
}
