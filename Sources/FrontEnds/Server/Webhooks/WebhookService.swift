import Hosting
import Logging
import Machine
import ServiceLifecycle

/// Delivers events to webhooks for the lifetime of a server.
struct WebhookService: Service {
    let webhooks: Webhooks
    let sender: WebhookSender

    func run() async throws {
        await cancelWhenGracefulShutdown { await webhooks.run() }
        await sender.shutdown()
    }
}

extension Webhooks {
    /// Creates the webhooks of a server, which report to its log and its metrics.
    convenience init(
        _ projects: OpenProjects, news: WebhookNews, stateDirectory: String,
        sender: WebhookSender, host: Host, metrics: MetricsRegistry, logger: Logger
    ) {
        self.init(
            projects, news: news, stateDirectory: stateDirectory, host: host,
            send: { await sender.send($0, to: $1, at: $2) },
            report: { webhook, report in
                metrics.note(report, of: webhook.name)
                let metadata: Logger.Metadata = [
                    "project": .string(webhook.project), "webhook": .string(webhook.name),
                ]
                switch report {
                case .delivered, .pending, .read, .removed: break
                case .started: logger.notice("The webhook is new.", metadata: metadata)
                case .failed(let reason, let failures, let next):
                    logger.warning(
                        "A webhook's message was not delivered: \(reason)",
                        metadata: metadata.merging([
                            "failures": .stringConvertible(failures),
                            "next": .string(Timestamp.text(milliseconds: next)),
                        ]) { $1 })
                case .off(let reason):
                    logger.error(
                        "The webhook is off. \(reason)",
                        metadata: metadata.merging(["category": "audit"]) { $1 })
                case .trouble(let reason):
                    logger.error("The webhook cannot work: \(reason)", metadata: metadata)
                }
            })
    }
}

extension MetricsRegistry {
    fileprivate func note(_ report: WebhookReport, of name: String) {
        let (off, pending) = ("dragoman_webhook_off", "dragoman_webhook_pending")
        func set(isOff: Bool) {
            self.set(
                off, "1 if a webhook is off.", labels: ["webhook": name], to: isOff ? 1 : 0)
        }
        switch report {
        case .trouble: break
        case .started: set(isOff: false)
        case .read(let isOff): set(isOff: isOff)
        case .removed: for gauge in [off, pending] { remove(gauge, labels: ["webhook": name]) }
        case .delivered:
            count(
                "dragoman_webhook_delivered_total", "Events delivered to a webhook.",
                labels: ["webhook": name])
        case .failed:
            count(
                "dragoman_webhook_failures_total", "Failed attempts to deliver an event.",
                labels: ["webhook": name])
        case .off: set(isOff: true)
        case .pending(let count):
            self.set(
                pending, "Events that waited at the last attempt to deliver one.",
                labels: ["webhook": name], to: Double(count))
        }
    }
}
