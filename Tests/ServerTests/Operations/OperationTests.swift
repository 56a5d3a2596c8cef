import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import Synchronization
import Testing

@testable import Server

@Suite struct OperationTests {
    @Test func readinessHasReasons() async throws {
        let app = try await TestServer().application([], unreadiness: ["shop: starting"])
        try await app.test(.router) { client async throws in
            let live = try await client.execute(uri: "/health/live", method: .get)
            #expect(live.text == "{\"status\":\"live\"}\n")
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.text == "{\"status\":\"unready\",\"reasons\":[\"shop: starting\"]}\n")
        }
    }

    @Test func metricsAreForThisMachineAndAdmins() async throws {
        let server = TestServer()
        let routes = [Route.test(.get, "/p/{project}", access: .scope(.read))]
        try await server.application(routes).test(.router) { client async throws in
            _ = try await client.execute(uri: "/p/a-secret-name", method: .get)
            _ = try await client.execute(uri: "/wp-login.php", method: .get)
            let metrics = try await client.execute(uri: "/metrics", method: .get)
            #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let text = metrics.text
            let series = "http_server_request_duration_seconds_count"
            #expect(
                text.contains("\(series){route=\"/p/{project}\",method=\"GET\",status=\"401\"} 1\n")
            )
            #expect(text.contains("\(series){route=\"-\",method=\"GET\",status=\"404\"} 1\n"))
            #expect(text.contains("dragoman_refusals_total{code=\"unauthenticated\"} 1\n"))
            #expect(text.contains("\nprocess_resident_memory_bytes "))
            #expect(text.contains("http_server_active_requests 1\n"))
            #expect(!text.contains("secret"))
            // A proxy on this machine is local; the client behind it is not.
            let passed = try await client.execute(
                uri: "/metrics", method: .get, headers: [.xForwardedFor: "198.51.100.7"])
            #expect(passed.status == .unauthorized)
            let admin = try await client.execute(
                uri: "/metrics", method: .get,
                headers: [.xForwardedFor: "198.51.100.7", .authorization: "Bearer admin"])
            #expect(admin.status == .ok)
        }
    }

    @Test func filesForRobotsAndReporters() async throws {
        let open = try await TestServer().application([]) {
            $0.isIndexed = true
            $0.contact = "mailto:security@example.org"
        }
        try await open.test(.router) { client async throws in
            let robots = try await client.execute(uri: "/robots.txt", method: .get)
            #expect(robots.text == "User-agent: *\nDisallow:\n")
            let security = try await client.execute(uri: "/.well-known/security.txt", method: .get)
            #expect(
                security.text == """
                    Contact: mailto:security@example.org
                    Expires: 2027-05-20T00:00:00.000Z
                    Canonical: http://localhost:8080/.well-known/security.txt

                    """)
        }
        try await TestServer().application([]).test(.router) { client async throws in
            let robots = try await client.execute(uri: "/robots.txt", method: .get)
            #expect(robots.text == "User-agent: *\nDisallow: /\n")
            let security = try await client.execute(uri: "/.well-known/security.txt", method: .get)
            #expect(security.status == .notFound)
        }
    }

    @Test func problemsHavePages() async throws {
        try await TestServer().application([]).test(.router) { client async throws in
            for row in ProblemTable.rows {
                let page = try await client.execute(uri: "/problems/\(row.code)", method: .get)
                #expect(page.status == .ok)
                #expect(page.text.contains("<code>\(row.code)</code>"))
            }
            let unknown = try await client.execute(uri: "/problems/%3Cscript%3E", method: .get)
            #expect(unknown.status == .notFound && !unknown.text.contains("script>"))
        }
    }

    @Test func theDocumentDescribesTheRoutes() async throws {
        let routes: [Route] = [
            .test(
                .get, "/p/{project}/f/{path...}.json", access: .scopeOrGuid(.propose),
                parameters: [.init("q", "Q.", mayRepeat: true)]
            ) { _ in
                Response(status: .noContent)
            },
            .test(
                .post, "/p/{project}", access: .scope(.review),
                body: .json(.object(required: ["a": .string]))
            ) { _ in
                Response(status: .noContent)
            },
            .test(.get, "/page", family: .page),
        ]
        try await TestServer().application(routes).test(.router) { client async throws in
            let answer = try await client.execute(uri: "/api/openapi.json", method: .get)
            let document = try #require(answer.json?.objectValue)
            #expect(document["openapi"] == "3.1.1")
            let paths = try #require(document["paths"]?.objectValue)
            #expect(
                paths.members.map(\.key) == [
                    "/.well-known/security.txt", "/api/openapi.json", "/health/live",
                    "/health/ready", "/in-context.js", "/metrics",
                    "/p/{project}", "/p/{project}/f/{path}.json", "/problems/{code}", "/robots.txt",
                ])
            let get = paths["/p/{project}/f/{path}.json"]?.objectValue?["get"]?.objectValue
            #expect(
                get?["parameters"]?.arrayValue?.map { $0.objectValue?["name"] } == [
                    "project", "path", "q",
                ])
            let tag = try #require(answer.headers[.eTag])
            let again = try await client.execute(
                uri: "/api/openapi.json", method: .get, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test func rightsAreATable() {
        let routes: [Route] = [
            .test(.get, "/a", access: .scope(.read)),
            .test(.post, "/a", access: .scopeOrGuid(.propose)),
        ]
        #expect(
            RightsTable.markdown(routes) == """
                | Route | Right | |
                |---|---|---|
                | `GET /a` | read | A test. |
                | `POST /a` | propose, or a guid | A test. |

                """)
    }

    @Test func metricsAreEscaped() {
        let metrics = MetricsRegistry()
        metrics.count("a_total", "Help\n\\", labels: ["l": "x\"\\\n"])
        metrics.observe("b_seconds", "B.", seconds: 0.002)
        metrics.collect { $0.set("c", "C.", to: 1.5) }
        let lines = metrics.text().split(separator: "\n")
        #expect(lines[0] == "# HELP a_total Help\\n\\\\")
        #expect(lines[2] == "a_total{l=\"x\\\"\\\\\\n\"} 1")
        #expect(lines.contains("b_seconds_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("b_seconds_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("b_seconds_bucket{le=\"+Inf\"} 1"))
        #expect(lines.contains("b_seconds_sum 0.002"))
        #expect(lines.last == "c 1.5")
    }

    @Test func logLinesAreOneLine() {
        let lines = Mutex("")
        func logger(_ form: LineLogHandler.Form) -> Logger {
            Logger(label: "t") { _ in
                LineLogHandler(form: form, now: { TestServer.start + 7 }) { bytes in
                    lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                }
            }
        }
        let metadata: Logger.Metadata = [
            "z": "a\nb\u{1B}[31m", "status": .stringConvertible(200), "request": "r",
            "ms": .stringConvertible(1.5),
        ]
        logger(.json).info("Line\n2", metadata: metadata)
        logger(.text).warning("Line\n2", metadata: metadata)
        logger(.text).debug("Not written.")
        #expect(
            lines.withLock { $0 } == """
                {"time":"2026-11-21T09:30:00.007Z","level":"info","message":"Line\\n2","request":"r","status":200,"ms":1.5,"z":"a\\nb\\u001b[31m"}
                2026-11-21T09:30:00.007Z warning Line⏎2 request=r status=200 ms=1.5 z=a⏎b<U+001B>[31m

                """)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ]) func times(milliseconds: Int64, text: String) {
        #expect(UTCTime.text(milliseconds) == text)
    }
}
