import ArgumentParser

/// The language option of a verb that also accepts the language as an argument.
struct NamedLocaleOption: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("The language, as an alternative to the argument.", valueName: "tag"))
    var locale: String?

    /// Returns the language from the argument or the option.
    func tag(or argument: String?) throws -> String? {
        guard locale == nil || argument == nil else {
            throw ValidationError("Specify the language only once.")
        }
        return locale ?? argument
    }
}

/// The language option of a verb that also accepts languages as arguments.
struct NamedLocalesOption: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")], parsing: .singleValue,
        help: ArgumentHelp(
            "A language, as an alternative to the arguments. Can be repeated.", valueName: "tag"))
    var locales: [String] = []
}
