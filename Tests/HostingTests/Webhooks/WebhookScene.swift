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

    /// Returns the reports since the last call, without the numbers of pending events.
    func news() -> [WebhookReport] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports.filter { if case .pending = $0 { false } else { true } }
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

    /// Returns the webhooks of a server that was just started; its projects are not open.
    func webhooks(_ lines: String = "", news: WebhookNews = WebhookNews()) throws -> Webhooks {
        let host = project.sandbox.host()
        return Webhooks(
            OpenProjects(try configuration(lines), readers: 1, host: host, warn: { _, _ in }),
            news: news, stateDirectory: state, host: host,
            send: { [self] message, _, _ in
                sent.withLock { $0.append(message) }
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
