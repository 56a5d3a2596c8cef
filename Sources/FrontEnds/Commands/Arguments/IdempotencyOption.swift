import ArgumentParser

/// The key under which a command is carried out once, however often it is sent.
struct IdempotencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Carry this out once, however often it is asked for with this key.",
            valueName: "key"))
    var idempotencyKey: String?

    /// The key, if there is one.
    var key: String? { idempotencyKey }
}
