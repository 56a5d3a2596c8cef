import ArgumentParser

/// The idempotency key; repeating the command with the same key has no further effect.
struct IdempotencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run only once, even if the command is repeated with this key.",
            valueName: "key"))
    var idempotencyKey: String?

    var key: String? { idempotencyKey }
}
