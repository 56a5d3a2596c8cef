import ArgumentParser

/// The language of a verb that takes it as an argument, too.
struct NamedLocaleOption: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("The language, as the argument.", valueName: "tag"))
    var locale: String?

    /// The language that the argument or the option names.
    func tag(or argument: String?) throws -> String? {
        guard locale == nil || argument == nil else {
            throw ValidationError("Name the language once.")
        }
        return locale ?? argument
    }
}

/// The languages of a verb that takes them as arguments, too.
struct NamedLocalesOption: ParsableArguments {
    @Option(
        name: [.customLong("locale"), .customShort("l")], parsing: .singleValue,
        help: ArgumentHelp(
            "A language, as the arguments; may be given more than once.", valueName: "tag"))
    var locales: [String] = []
}
