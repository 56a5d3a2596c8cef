import HTTPTypes
import Hosting

/// The routes as a table of rights, for people.
package enum RightsTable {
    /// Returns a Markdown table in the order of the routes.
    package static func markdown(_ routes: [Route]) -> String {
        let rows = routes.map { route in
            "| `\(route.method.rawValue) \(route.path)` | \(right(route.access)) | \(route.summary) |"
        }
        return (["| Route | Right | |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }

    private static func right(_ access: Route.Access) -> String {
        switch access {
        case .everybody: "everybody"
        case .scope(let scope): scope.rawValue
        case .scopeOrGuid(let scope): "\(scope.rawValue), or a guid"
        case .localOrScope(let scope): "\(scope.rawValue), or from the same machine"
        }
    }
}
