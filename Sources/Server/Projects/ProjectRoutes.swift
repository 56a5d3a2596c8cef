/// All routes about projects.
enum ProjectRoutes {
    static func all(_ directory: ProjectDirectory, version: String) -> [Route] {
        APIRoutes(directory: directory, version: version).all + NStackRoutes(directory).all
            + I18nextRoutes(directory).all
    }
}
