import ArgumentParser
import Languages
import Representations
import Texts
import Translation
import Workspace

/// The option for verbs whose file formats may not be able to represent every string.
struct LossOptions: ParsableArguments {
    @Flag(help: "Exit 0 even if a format cannot represent all strings. They are still listed.")
    var allowUnrepresentable = false

    /// Returns the exit status of a verb that may have omitted strings.
    func status(after losses: [Exported.LeftOut]) -> ExitStatus {
        allowUnrepresentable || losses.allSatisfy(\.isAccepted) ? .done : .found
    }
}

extension Session {
    /// Prints a line for each string that a format could not represent, and one line per language
    /// for accepted losses.
    func say(_ unrepresentable: [Exported.LeftOut], of project: Project) {
        for item in unrepresentable where !item.isAccepted {
            let string = Visible.escaping(item.string.spelled(in: project))
            say("unrepresentable: \(item.locale) \(string): \(Visible.escaping(item.reason))")
        }
        say(
            unrepresentable.filter(\.isAccepted).map { UnitID($0.locale, $0.string) }, of: project
        ) { "Omitted \($0) because of accepted losses" }
    }

    /// Prints a line for each language in which texts were written with filled or adapted forms.
    func say(_ exported: Exported, of project: Project) {
        say(exported.filled, of: project) {
            "A rarely used plural form was filled from “other” in \($0)"
        }
        say(exported.fitted, of: project) {
            "An older text was adapted to the form of its new source text in \($0)"
        }
    }

    /// Prints a line for each language, with the number of its texts and up to five examples.
    private func say(_ units: [UnitID], of project: Project, _ message: (String) -> String) {
        let languages = Dictionary(grouping: units, by: \.locale)
        for (locale, units) in languages.sorted(by: { $0.key < $1.key }) {
            let examples = units.prefix(5).map { Visible.escaping($0.string.spelled(in: project)) }
            let more = units.count > examples.count ? ", …" : ""
            say(
                "note: \(locale): \(message(counted(units.count, "text"))): "
                    + examples.joined(separator: ", ") + more)
        }
    }
}
