package import Machine
import Synchronization

/// The projects whose logs changed, for a server's webhooks.
package final class WebhookNews: Sendable {
    private let projects = Mutex<Set<String>>([])

    package init() {}

    /// Notes a change to a project's log.
    ///
    /// Returns at once, because authors wait for it.
    package func note(_ project: String) {
        projects.withLock { _ = $0.insert(project) }
    }

    fileprivate func take() -> Set<String> {
        projects.withLock { projects in
            defer { projects = [] }
            return projects
        }
    }
}

/// The webhooks of a running server.
///
/// They read the repositories by themselves, so they neither need open projects nor delay writes.
package final class Webhooks: Sendable {
    package typealias Report =
        @Sendable (_ webhook: WebhookSettings, _ report: WebhookReport) ->
        Void

    private let projects: OpenProjects
    private let news: WebhookNews
    private let stateDirectory: String
    private let host: Host
    private let send: WebhookSend
    private let report: Report
    private let endpoints = Mutex<[String: WebhookEndpoint]>([:])

    /// The interval between checks for news.
    private static let interval = Duration.milliseconds(100)

    /// Creates the webhooks of the configuration that `projects` has at any time.
    package init(
        _ projects: OpenProjects, news: WebhookNews, stateDirectory: String, host: Host,
        send: @escaping WebhookSend, report: @escaping Report
    ) {
        self.projects = projects
        self.news = news
        self.stateDirectory = stateDirectory
        self.host = host
        self.send = send
        self.report = report
    }

    /// Delivers events until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { tasks in
            var round = 0
            repeat {
                for endpoint in due(looks: round % 10 == 0) {
                    tasks.addTask { await endpoint.deliver() }
                }
                round += 1
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }

    /// Delivers what is due now, and returns when it is delivered or has failed.
    func deliverOnce() async {
        await withDiscardingTaskGroup { tasks in
            for endpoint in due(looks: true) { tasks.addTask { await endpoint.deliver() } }
        }
    }

    /// Starts and returns the endpoints with something to do, after adopting the configuration.
    func due(looks: Bool) -> [WebhookEndpoint] {
        let changed = news.take()
        let now = host.now()
        return endpoints.withLock { endpoints in
            let wanted = wanted()
            for (name, endpoint) in endpoints {
                let isWanted =
                    wanted[name].map { $0 == (endpoint.settings, endpoint.path) } ?? false
                // The next endpoint begins after the last request of this one, even if the old
                // settings are back.
                guard !isWanted || endpoint.isRetired, !endpoint.retire() else { continue }
                endpoints[name] = nil
                if wanted[name] == nil { endpoint.remove() }
            }
            for (name, (settings, path)) in wanted where endpoints[name] == nil {
                endpoints[name] = WebhookEndpoint(
                    settings, path: path, stateDirectory: stateDirectory, host: host,
                    send: send, report: { [report] in report(settings, $0) })
            }
            for endpoint in endpoints.values {
                if looks { endpoint.look() }
                if changed.contains(endpoint.settings.project) { endpoint.note() }
            }
            return endpoints.values.filter { $0.start(at: now) }
        }
    }

    /// Returns the configured webhooks of existing projects, with the projects' paths, by name.
    private func wanted() -> [String: (settings: WebhookSettings, path: String)] {
        let configuration = projects.configuration
        var found: [String: (WebhookSettings, String)] = [:]
        for settings in configuration.webhooks {
            guard let path = configuration.project(named: settings.project)?.path else { continue }
            found[settings.name] = (settings, path)
        }
        return found
    }
}
