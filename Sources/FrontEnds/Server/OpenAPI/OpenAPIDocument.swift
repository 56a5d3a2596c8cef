import Hosting
import HTTPTypes
import JSON

/// The routes as an OpenAPI 3.1 document: <https://spec.openapis.org/oas/v3.1.1>.
///
/// Pages for people are excluded, because they are not an interface for programs.
struct OpenAPIDocument {
    let routes: [Route]
    let base: String
    let version: String

    var json: JSONValue {
        .members(
            ("openapi", "3.1.1"),
            (
                "info",
                .members(
                    ("title", "Dragoman"), ("version", .string(version)),
                    ("description", "App translations, stored as events in a Git repository."))
            ),
            ("servers", .array([.members(("url", .string(base)))])),
            ("paths", paths), ("components", components))
    }

    private var described: [Route] { routes.filter { $0.family != .page } }

    private var paths: JSONValue {
        var order: [String] = []
        var items: [String: [(String, JSONValue)]] = [:]
        for route in described {
            let path = Self.path(route.path)
            if items[path] == nil { order.append(path) }
            items[path, default: []].append(
                (route.method.rawValue.lowercased(), operation(route)))
        }
        return .members(order.sorted().map { ($0, .members(items[$0] ?? [])) })
    }

    /// Returns the path in OpenAPI syntax.
    ///
    /// OpenAPI has no parameters that span several segments. If a route has such a parameter, the
    /// parameter's description must mention that it spans several segments.
    private static func path(_ template: PathTemplate) -> String {
        let segments = template.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name, let suffix), .rest(let name, let suffix): "{\(name)}\(suffix)"
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    private func operation(_ route: Route) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(route.id)), ("summary", .string(route.summary)),
            ("tags", .array([.string(route.family.rawValue)])),
        ]
        let parameters = parameters(of: route)
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        if let body = route.body {
            members.append(
                (
                    "requestBody",
                    .members(
                        ("required", .bool(body.isRequired)),
                        ("content", Self.content(body.content)))
                ))
        }
        members.append(("responses", responses(of: route)))
        members.append(("security", Self.security(of: route.access)))
        return .members(members)
    }

    private func parameters(of route: Route) -> [JSONValue] {
        let named = route.parameters.filter { $0.place == .path }.map(\.name)
        let unnamed = route.path.parameterNames.filter { !named.contains($0) }
        let all =
            unnamed.map { Route.Parameter($0, in: .path, Self.usualSummaries[$0] ?? "") }
            + route.parameters
        return all.map { parameter in
            var members: [(String, JSONValue)] = [
                ("name", .string(parameter.name)), ("in", .string(parameter.place.rawValue)),
                ("required", .bool(parameter.isRequired)),
            ]
            if !parameter.summary.isEmpty {
                members.append(("description", .string(parameter.summary)))
            }
            let schema =
                parameter.mayRepeat ? JSONSchema.array(of: parameter.schema) : parameter.schema
            members.append(("schema", schema.json))
            return .members(members)
        }
    }

    private static let usualSummaries = [
        "project": "The name of a project.", "locale": "A language tag.", "id": "An id.",
    ]

    private func responses(of route: Route) -> JSONValue {
        var responses = route.answers.map { answer -> (String, JSONValue) in
            var members: [(String, JSONValue)] = [("description", .string(answer.summary))]
            if !answer.content.isEmpty { members.append(("content", Self.content(answer.content))) }
            return (String(answer.status), .members(members))
        }
        if route.problemForm == nil {
            responses.append(
                ("default", .members(("$ref", "#/components/responses/Problem"))))
        } else {
            responses.append(
                ("default", .members(("description", "An error, in the format of this API."))))
        }
        return .members(responses)
    }

    private static func content(_ content: [(mediaType: String, schema: JSONSchema)]) -> JSONValue {
        .members(content.map { ($0.mediaType, .members(("schema", $0.schema.json))) })
    }

    private static func security(of access: Route.Access) -> JSONValue {
        func token(_ scope: Scope) -> JSONValue {
            .members(("token", .array([.string(scope.rawValue)])))
        }
        switch access {
        case .everybody: return .array([])
        // Anyone may read public projects.
        case .scope(.read): return .array([token(.read), .members()])
        case .scope(let scope): return .array([token(scope)])
        case .scopeOrGuid(let scope):
            return .array([token(scope), .members(("guid", .array([])))])
        case .localOrScope(let scope): return .array([token(scope), .members()])
        }
    }

    private var components: JSONValue {
        var schemas: [String: JSONSchema] = ["Problem": Self.problem]
        for route in described { schemas.merge(route.schemas) { first, _ in first } }
        let sorted = schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        return .members(
            ("schemas", .members(sorted)),
            (
                "responses",
                .members(
                    (
                        "Problem",
                        .members(
                            ("description", "A problem document (RFC 9457)."),
                            (
                                "content",
                                Self.content([
                                    ("application/problem+json", JSONSchema.named("Problem"))
                                ])
                            ))
                    ))
            ),
            (
                "securitySchemes",
                .members(
                    ("token", .members(("type", "http"), ("scheme", "bearer"))),
                    (
                        "guid",
                        .members(
                            ("type", "apiKey"), ("in", "header"), ("name", "Dragoman-Guid"))
                    ))
            ))
    }

    private static var problem: JSONSchema {
        .object(
            required: [
                "type": .string, "title": .string, "status": .integer, "detail": .string,
                "code": .string(oneOf: ProblemTable.rows.map(\.code)), "requestId": .string,
            ],
            optional: ["hint": .string, "nearest": .array(of: .string)])
    }
}
