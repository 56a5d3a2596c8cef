public import Hosting
public import HTTPTypes
public import Hummingbird

/// One operation of the server: a method, a path, and the metadata for the router, the OpenAPI document and the table of
/// rights.
public struct Route: Sendable {
    /// The id of the operation, unique on the server: `proposals.list`.
    public var id: String
    /// The method.
    ///
    /// `HEAD` and `OPTIONS` are added wherever they belong, and are not listed.
    public var method: HTTPRequest.Method
    /// The path.
    public var path: PathTemplate
    /// One line about the operation.
    public var summary: String
    /// The family that the route belongs to.
    public var family: Family
    /// Who may call it.
    public var access: Access
    /// The parameters.
    ///
    /// Those of the path may be left out; they are then texts.
    public var parameters: [Parameter]
    /// The body that it takes, or nil if it takes none.
    public var body: Body?
    /// The successful answers.
    ///
    /// Errors are described once for all routes.
    public var answers: [Answer]
    /// Schemas with a name of their own that this route uses; the same name must mean the same schema everywhere.
    public var schemas: [String: JSONSchema]
    /// The origins that pages elsewhere may call it from.
    public var crossOrigin: CrossOrigin
    /// Answers a request.
    ///
    /// What it throws becomes a problem document, or what ``problemForm`` makes of it.
    public var handler: Handler
    /// The form of errors in a compatible API that has its own, or nil for problem documents.
    public var problemForm: ProblemForm?

    /// Answers a request.
    public typealias Handler = @Sendable (RequestContext) async throws -> Response
    /// Makes an error answer of a problem.
    ///
    /// It gets the request as it came: what refuses a request knows no more.
    public typealias ProblemForm = @Sendable (Problem, Request) -> Response

    /// The families of routes, by what they expect of a request.
    public enum Family: String, Sendable, CaseIterable {
        /// The native API: an unknown query parameter is an error.
        case api
        /// A foreign client's way in: unknown query parameters are ignored, and cookies never count.
        case compatible
        /// Pages for people.
        case page
        /// Health, metrics and what describes the server.
        case operations
    }

    /// Who may call a route.
    public enum Access: Sendable, Equatable {
        /// Everybody.
        case everybody
        /// Who has a scope in the project that the path names.
        case scope(Scope)
        /// Who has a scope, or sends a guid; the handler decides what the guid may do.
        case scopeOrGuid(Scope)
        /// Who asks from this machine, or has a scope.
        case localOrScope(Scope)
    }

    /// The origins that pages elsewhere may call a route from.
    public enum CrossOrigin: Sendable, Equatable {
        /// Only configured origins.
        case configured
        /// Any origin for reading, because what it answers is public. Configured ones otherwise.
        case anyForReading
    }

    /// A parameter of a route.
    public struct Parameter: Sendable {
        /// The place of the parameter.
        public var place: Place
        /// The name.
        public var name: String
        /// What it does, in one line.
        public var summary: String
        /// Whether requests must have it.
        public var isRequired: Bool
        /// Whether it may be given several times.
        public var mayRepeat: Bool
        /// The form of its value.
        public var schema: JSONSchema

        /// The places of parameters.
        public enum Place: String, Sendable {
            case path, query, header
        }

        /// Describes a parameter.
        ///
        /// Parameters of the path are always required.
        public init(
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

    /// The body that a route takes.
    public struct Body: Sendable {
        /// The media types, with the schema of each.
        public var content: [(mediaType: String, schema: JSONSchema)]
        /// The largest body in bytes.
        public var maximumBytes: Int
        /// How long a client may take to send the whole request, in seconds, or nil for the server's usual limit.
        public var seconds: Int?
        /// Whether the handler takes bodies with a `Content-Encoding`.
        ///
        /// Elsewhere they are refused: what a small body becomes when it is inflated has no bound.
        public var mayBeEncoded: Bool
        /// Whether requests must have a body.
        public var isRequired = true

        /// Describes a body.
        public init(
            content: [(mediaType: String, schema: JSONSchema)], maximumBytes: Int,
            seconds: Int? = nil,
            mayBeEncoded: Bool = false
        ) {
            self.content = content
            self.maximumBytes = maximumBytes
            self.seconds = seconds
            self.mayBeEncoded = mayBeEncoded
        }

        /// A JSON body.
        public static func json(_ schema: JSONSchema, maximumBytes: Int = 64 << 10) -> Body {
            Body(content: [("application/json", schema)], maximumBytes: maximumBytes)
        }
    }

    /// A successful answer.
    public struct Answer: Sendable {
        /// The status.
        public var status: Int
        /// What it means, in one line.
        public var summary: String
        /// The media types, with the schema of each; none for an empty answer.
        public var content: [(mediaType: String, schema: JSONSchema)]

        /// Describes an answer.
        public init(
            _ status: Int, _ summary: String,
            content: [(mediaType: String, schema: JSONSchema)] = []
        ) {
            self.status = status
            self.summary = summary
            self.content = content
        }

        /// A JSON answer.
        public static func json(_ schema: JSONSchema, status: Int = 200, _ summary: String)
            -> Answer
        {
            Answer(status, summary, content: [("application/json", schema)])
        }
    }

    /// Describes an operation.
    public init(
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
