import Hosting
import Server
import Translation
import Workspace

extension Site {
    /// The routes for the releases and the channels of a project.
    var releasePages: [Route] {
        [
            projectPage("releases", "/releases", "The channels and the releases.") {
                try await $0.releasesPage()
            },
            projectPage(
                "release", "/releases/at/{commit}",
                "A release: its languages, its files, and the origins of its texts."
            ) { try await $0.releasePage() },
            projectPage(
                "pointChannel", "/releases/point",
                "The form that points a channel, and what apps would get.", .admin
            ) { try await $0.pointPage() },
            projectForm(
                "pointChannel", "/releases/point", "Point a channel to a release.", .admin
            ) { call, form in try await call.pointChannel(form) },
            projectPage(
                "removeChannel", "/releases/remove", "The effects of removing a channel.", .admin
            ) { try await $0.removeChannelPage() },
            projectForm(
                "removeChannel", "/releases/remove", "Remove a channel.", .admin
            ) { call, form in try await call.removeChannel(form) },
        ]
    }
}
