import Hosting
import Machine
import Server
import Workspace

/// A message that tries out the receiver of a webhook, as requested by `dragoman webhook test`.
///
/// The arguments are `--webhook-test`, the webhook's name, and those of a server.
struct WebhookTest: Sendable {
    static let flag = "--webhook-test"

    let name: String
    let request: ServeRequest

    /// Parses arguments; returns nil for other arguments.
    init?(words: [String]) {
        guard words.count > 2, words[0] == Self.flag,
            let request = ServeRequest(words: Array(words.dropFirst(2)))
        else { return nil }
        name = words[1]
        self.request = request
    }

    /// Sends the message once, and returns the reason if the receiver did not accept it.
    func failure(on host: Machine.Host) async throws -> String? {
        let webhook = try request.configuration(on: host).requireWebhook(named: name)
        let random = host.random
        let now = host.now()
        let id = "test-" + String(random.next() as UInt64, radix: 16)
        let sender = WebhookSender(version: ProgramVersion.number)
        let answer = await sender.send(
            .test(id: id, project: webhook.project, time: now), to: webhook, at: now)
        await sender.shutdown()
        return switch answer {
        case .delivered: nil
        case .failed(let reason, _): reason
        case .gone: "The receiver answered 410: it wants no more messages."
        case .cancelled: "The test was cancelled."
        }
    }
}
