package import Hosting
package import HTTPTypes
package import Hummingbird
package import Workspace

/// One operation of the server: a method, a path, and the metadata for the router, the OpenAPI
/// document and the table of rights.
package struct Route: Sendable {
    /// The id of the operation, unique on the server: `proposals.list`.
    package var id: String
    /// The method.
    ///
    /// The router adds `HEAD` and `OPTIONS`; do not list them.
    package var method: HTTPRequest.Method
    package var path: PathTemplate
    /// A summary of the operation in one line.
    package var summary: String
    package var family: Family
    /// The senders that may call the route.
    package var access: Access
    /// The parameters.
    ///
    /// Path parameters may be omitted if they are plain text.
    package var parameters: [Parameter]
    /// The accepted body, or nil if the route accepts no body.
    package var body: Body?
    /// The successful responses.
    ///
    /// Errors are documented once for all routes.
    package var answers: [Answer]
    /// The named schemas that this route uses.
    ///
    /// A name must refer to the same schema in all routes.
    package var schemas: [String: JSONSchema]
    /// The foreign origins whose pages may call the route.
    package var crossOrigin: CrossOrigin
    /// Whether the in-context editor calls the route, so that pages from the origins in the
    /// project's `inContext` may call it, too.
    package var isForEditor = false
    /// Handles a request.
    ///
    /// Errors that it throws become problem documents, or the result of ``problemForm``.
    package var handler: Handler
    /// The error format of a compatible API, or nil for problem documents.
    package var problemForm: ProblemForm?
    /// Whether the address contains a secret, so that no response may be cached, and no browser
    /// may send the address to others.
    package var hasSecretAddress = false

    /// Handles a request.
    package typealias Handler = @Sendable (RequestContext) async throws -> Response
    /// Creates the response for a problem.
    ///
    /// The function gets the request as received, because a request may be refused before anything
    /// else is known.
    package typealias ProblemForm = @Sendable (Problem, Request) -> Response

    /// The families of routes, which differ in the rules for requests.
    package enum Family: String, Sendable, CaseIterable {
        /// The native API: an unknown query parameter is an error.
        case api
        /// An API for clients of other systems: unknown query parameters and cookies are ignored.
        case compatible
        /// The files of releases, for apps and the caches in front of the server: unknown query
        /// parameters are ignored, and handlers decide which header fields a response varies with.
        case bundle
        /// HTML pages for people.
        case page
        /// Health, metrics and descriptions of the server.
        case operations
    }

    /// The senders that may call a route.
    package enum Access: Sendable, Equatable {
        /// Everyone may call the route.
        case everybody
        /// Senders with the given scope in the request's project.
        case scope(Scope)
        /// Senders with the given scope or a guid; the handler determines a guid's rights.
        case scopeOrGuid(Scope)
        /// Senders on this machine, or with the given scope.
        case localOrScope(Scope)

        /// Senders with the right to all actions with the given verb.
        package static func right(_ verb: Action.Verb) -> Access { .scope(Scope(verb.right)) }
    }

    /// The foreign origins whose pages may call a route.
    package enum CrossOrigin: Sendable, Equatable {
        /// Only pages from configured origins may call the route.
        case configured
        /// Any origin for reading, because the response is public; otherwise only configured
        /// origins.
        case anyForReading
    }

    /// A parameter of a route.
    package struct Parameter: Sendable {
        package var place: Place
        package var name: String
        /// A one-line summary for the documentation.
        package var summary: String
        package var isRequired: Bool
        package var mayRepeat: Bool
        /// The schema of the parameter's value.
        package var schema: JSONSchema

        /// The places of parameters.
        package enum Place: String, Sendable {
            case path, query, header
        }

        /// Creates a parameter.
        ///
        /// Path parameters are always required.
        package init(
            _ name: String, in place: Place = .query, _ summary: String, isRequired: Bool = false,
            mayRepeat: Bool = false, schema: JSONSchema = .string
        ) {
            self.name = name
            self.place = place
            self.summary = summary
            self.isRequired = isRequired || place == .path
            self.mayRepeat = mayRepeat
            self.schema = schema
        }
    }

    /// The body of a request.
    package struct Body: Sendable {
        /// The media types, with the schema of each.
        package var content: [(mediaType: String, schema: JSONSchema)]
        /// The maximum size of the body, in bytes.
        package var maximumBytes: Int
        /// The time limit for a client to send the whole request, in seconds; nil for the server's
        /// usual limit.
        package var seconds: Int?
        /// Whether the handler accepts compressed bodies, with a `Content-Encoding`.
        ///
        /// Other routes reject them, because the size of a decompressed body is unbounded.
        package var mayBeEncoded: Bool
        package var isRequired = true

        package init(
            content: [(mediaType: String, schema: JSONSchema)], maximumBytes: Int,
            seconds: Int? = nil,
            mayBeEncoded: Bool = false
        ) {
            self.content = content
            self.maximumBytes = maximumBytes
            self.seconds = seconds
            self.mayBeEncoded = mayBeEncoded
        }

        package static func json(_ schema: JSONSchema, maximumBytes: Int = 64 << 10) -> Body {
            Body(content: [("application/json", schema)], maximumBytes: maximumBytes)
        }
    }

    /// A successful response.
    package struct Answer: Sendable {
        package var status: Int
        /// A one-line summary for the documentation.
        package var summary: String
        /// The media types with their schemas; empty for a response without a body.
        package var content: [(mediaType: String, schema: JSONSchema)]

        package init(
            _ status: Int, _ summary: String,
            content: [(mediaType: String, schema: JSONSchema)] = []
        ) {
            self.status = status
            self.summary = summary
            self.content = content
        }

        package static func json(_ schema: JSONSchema, status: Int = 200, _ summary: String)
            -> Answer
        {
            Answer(status, summary, content: [("application/json", schema)])
        }
    }

    /// Returns the values of the path's parameters by their names.
    func parameters(_ values: [String]) -> [String: String] {
        Dictionary(zip(path.parameterNames, values), uniquingKeysWith: { $1 })
    }

    package init(
        id: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
        family: Family, access: Access, parameters: [Parameter] = [], body: Body? = nil,
        answers: [Answer], schemas: [String: JSONSchema] = [:],
        crossOrigin: CrossOrigin = .configured,
        problemForm: ProblemForm? = nil, handler: @escaping Handler
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.summary = summary
        self.family = family
        self.access = access
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.schemas = schemas
        self.crossOrigin = crossOrigin
        self.problemForm = problemForm
        self.handler = handler
    }
}
