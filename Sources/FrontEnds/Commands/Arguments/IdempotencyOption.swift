import ArgumentParser

/// The idempotency key; repeating the command with the same key has no further effect.
struct IdempotencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Carry this out once, however often it is asked for with this key.",
            valueName: "key"))
    var idempotencyKey: String?

    var key: String? { idempotencyKey }
}
