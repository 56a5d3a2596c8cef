import GRDB
import Texts
import Translation

/// The inputs of a projection besides the log: the project's facts and the schema.
struct ProjectKey {
    /// The facts, by their names in the table `meta`.
    let rows: [(name: String, value: DatabaseValue)]

    init(_ project: Project) {
        rows = [
            ("schema", Schema.version.databaseValue),
            ("project", StoredText(project.id).databaseValue),
            ("source", project.source.rawValue.databaseValue),
            ("defaultSection", StoredText(project.defaultSection).databaseValue),
        ]
    }
}
