import Languages
import Translation
import Workspace

/// Suggestions for the next steps of someone who is new to a project.
enum FirstSteps {
    /// The output of `dragoman` without arguments.
    static func overview(_ session: Session) -> String {
        let directory = session.directory(named: nil)
        if let project = try? Workspace.project(in: directory, host: session.host) {
            return lines(
                "A project with source texts in \(project.source). Some things to do next:",
                [
                    ("dragoman status", "see the progress of each language"),
                    ("dragoman review", "decide open proposals"),
                    ("dragoman translate", "translate missing texts"),
                    ("dragoman --help", "list all commands"),
                ])
        }
        return lines(
            ["Dragoman keeps an app's translations in Git, as a log of events.", found(directory)]
                .compactMap(\.self).joined(separator: "\n"),
            [
                ("dragoman init", "start a project here"),
                ("dragoman clone URL", "work on an existing one"),
                ("dragoman doctor", "check this machine"),
                ("dragoman --help", "list all commands"),
            ])
    }

    /// The messages after `dragoman init` in a directory; empty if there are no localization files.
    ///
    /// `argument` is the directory for `-C`, if it is not the current one.
    static func afterInit(in directory: String, argument: String?) -> String {
        guard let found = found(directory) else { return "" }
        let program = argument.map { "dragoman -C \(Visible.escaping($0))" } ?? "dragoman"
        return lines(
            found,
            [
                ("\(program) import --add-locales .", "import them"),
                ("\(program) status", "see the progress of each language"),
                ("\(program) export", "write changed texts back to the files"),
            ])
    }

    /// Returns a sentence about the localization files below a directory, or `nil` if there are
    /// none.
    private static func found(_ directory: String) -> String? {
        let found = LocalizationFiles.below(directory)
        guard let first = found.paths.first else { return nil }
        let number =
            (found.isCutOff ? "at least " : "") + counted(found.paths.count, "localization file")
        let languages = found.languages == 0 ? "" : " in \(counted(found.languages, "language"))"
        let formats = found.formats.joined(separator: ", ")
        return "Found \(number)\(languages) (\(formats)), such as \(Visible.escaping(first))."
    }

    private static func lines(_ sentence: String, _ steps: [(command: String, effect: String)])
        -> String
    {
        let width = steps.map(\.command.count).max() ?? 0
        return sentence + "\n"
            + steps.map { command, effect in
                "  " + command + String(repeating: " ", count: width - command.count)
                    + "  \(effect)\n"
            }.joined()
    }
}
