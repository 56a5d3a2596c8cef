import Foundation
import JSON
import Synchronization
import TestWorld
import Testing

@testable import Hosting

/// A project with a webhook whose receiver is a function.
final class WebhookScene: Sendable {
    let project: HostedProject
    private let answers = Mutex<[WebhookAnswer]>([])
    private let sent = Mutex<[WebhookMessage]>([])
    private let reports = Mutex<[WebhookReport]>([])
    private let sending = Mutex<@Sendable () -> Void>({})

    init() throws { project = try HostedProject() }

    var state: String { project.sandbox.directory + "/state" }
    var file: WebhookFile { WebhookFile("ci", in: state) }

    /// The next answers of the receiver; afterwards it accepts everything.
    func answer(_ next: WebhookAnswer...) { answers.withLock { $0 = next } }

    /// Returns the messages since the last call.
    func messages() -> [WebhookMessage] {
        sent.withLock { sent in
            defer { sent = [] }
            return sent
        }
    }

    /// Returns the texts in the messages since the last call.
    func texts() throws -> [String] {
        try messages().map { message in
            let event = try #require(
                try JSONValue.parse(message.body).objectValue?["data"]?.objectValue?["event"]?
                    .objectValue)
            #expect(event["id"]?.stringValue == message.id)
            return event["value"]?.stringValue ?? "-"
        }
    }

    /// Runs a closure while the receiver has a message and has not answered yet.
    func whenSending(_ body: @escaping @Sendable () -> Void) { sending.withLock { $0 = body } }

    /// Returns the reports since the last call.
    func allReports() -> [WebhookReport] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }

    /// Returns the reports since the last call, without those that are only for metrics.
    func news() -> [WebhookReport] {
        allReports().filter { report in
            switch report {
            case .pending, .read: false
            default: true
            }
        }
    }

    /// The configuration, with further lines in the webhook's section.
    func configuration(_ lines: String = "") throws -> ServerConfiguration {
        try project.sandbox.write(
            """
            [project "app"]
                path = \(project.path)
            [webhook "ci"]
                project = app
                url = https://ci.example.org/hook
                secret = whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
            \(lines)
            """, to: "server.conf")
        return try ServerConfiguration.read(
            file: project.sandbox.directory + "/server.conf", on: project.sandbox.host())
    }

    /// Returns the projects of a server that was just started, none of which is open.
    func projects(_ lines: String = "") throws -> OpenProjects {
        OpenProjects(
            try configuration(lines), readers: 1, host: project.sandbox.host(),
            warn: { _, _ in })
    }

    /// Returns the webhooks of a server that was just started.
    func webhooks(
        _ lines: String = "", of projects: OpenProjects? = nil, news: WebhookNews = WebhookNews()
    ) throws -> Webhooks {
        let host = project.sandbox.host()
        return Webhooks(
            try projects ?? self.projects(lines), news: news, stateDirectory: state, host: host,
            send: { [self] message, _, _ in
                sent.withLock { $0.append(message) }
                sending.withLock { $0 }()
                return answers.withLock { $0.isEmpty ? .delivered : $0.removeFirst() }
            }, report: { [self] _, report in reports.withLock { $0.append(report) } })
    }

    func set(_ text: String, in directory: String = "app") throws {
        let result = project.sandbox.run(["set", "fr", "title", text], in: directory)
        try #require(result.status == 0, "\(result.errors)")
    }

    func tip() throws -> String {
        try project.sandbox.git("rev-parse", "translations", in: "app")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
