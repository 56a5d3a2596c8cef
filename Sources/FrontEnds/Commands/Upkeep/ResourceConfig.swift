import Languages
import Representations
import Translation
import Workspace

/// `dragoman config resource`: the paths of the app's files for each section, and the languages
/// that have a file.
struct ResourceConfig {
    /// The word that replaces the name of a setting.
    static let word = "resource"

    let section: String?
    let path: String?
    let unset: Bool
    let emptyFiles: Bool?

    /// Changes the paths or languages of a section's files, or shows them for one section or all.
    func run(
        in session: Session, _ workspace: Workspace, _ output: OutputOptions
    ) throws {
        if let emptyFiles {
            let command = try workspace.read { snapshot in
                try snapshot.placingEmptyFiles(emptyFiles, ofSection: section ?? "")
            }
            let outcome = try workspace.perform(Action(command))
            let languages = emptyFiles ? "Every language" : "Only a language with texts"
            session.report(
                outcome, output, saying: "\(languages) gets a file for \(section ?? "").")
            return
        }
        guard path == nil, !unset else {
            let command = try workspace.read { snapshot in
                try snapshot.placing(section ?? "", at: path)
            }
            let outcome = try workspace.perform(Action(command))
            let place = path.map { " at \($0)" } ?? " in the format's default location"
            session.report(
                outcome, output, saying: "The files for \(section ?? "") are now\(place).")
            return
        }
        try workspace.read { snapshot in
            try section.map { try snapshot.requireSection($0) }
            let wanted = section.map { snapshot.section($0) }
            let places = try snapshot.resourcePlaces().filter {
                wanted == nil || $0.section == wanted
            }
            switch output.format {
            case .json: session.write(ResourcePlace.json(places))
            case .text:
                var table = Table(style: session.style)
                for place in places {
                    table.add([
                        .init(place.section, paint: session.style.bold), .init(place.format),
                        .init(place.pattern ?? "(the format's)"),
                        .init(place.hasEmptyFiles ? "empty files" : "", paint: session.style.dim),
                    ])
                }
                session.terminal.write(table.lines(columns: nil))
            }
        }
    }
}
