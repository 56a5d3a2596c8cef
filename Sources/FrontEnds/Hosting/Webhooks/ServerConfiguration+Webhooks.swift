import Git
package import Machine
package import Translation
import Workspace

extension ServerConfiguration {
    package func webhook(named name: String) -> WebhookSettings? {
        webhooks.first { $0.name == name }
    }

    /// Returns a webhook; throws a ``Translation/Refusal`` if there is none with this name.
    package func requireWebhook(named name: String) throws(Refusal) -> WebhookSettings {
        if let webhook = webhook(named: name) { return webhook }
        throw Refusal(
            .invalidValue, "The configuration has no webhook “\(name)”.",
            hint: .typed("`dragoman webhook list` lists them."),
            nearest: NearestMatches.of(name, among: webhooks.map(\.name)))
    }

    /// Turns a webhook on again, from where it stopped or, if a commit is given, with the events
    /// after that commit.
    ///
    /// A running server notices within a second. Returns the webhook's new state. Throws a
    /// ``Translation/Refusal`` if the webhook has not started yet, or if its project has no such
    /// commit.
    package func replay(
        _ name: String, after commit: String?, stateDirectory: String, on host: Host
    ) throws -> WebhookState {
        let webhook = try requireWebhook(named: name)
        let file = WebhookFile(name, in: stateDirectory)
        var state: WebhookState
        if let commit {
            let path = project(named: webhook.project)?.path ?? ""
            guard ObjectID(hex: commit) != nil,
                try WebhookLog(path: path, host: host).contains(commit)
            else {
                throw Refusal(
                    .unknownRevision, "“\(commit)” is not a commit of the project.",
                    hint: "Use a full commit id, such as `position` in a message or in the API.")
            }
            state = WebhookState(after: commit)
        } else {
            guard let stored = try file.read() else {
                throw Refusal(
                    .invalidValue, "The webhook “\(name)” has not started yet.",
                    hint: "The server starts it as soon as it has read the configuration.")
            }
            state = stored
            state.turnOn()
        }
        try file.write(state)
        return state
    }
}
