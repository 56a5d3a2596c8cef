import Hosting
import Server
import Translation
import Workspace

extension Site {
    /// The routes for the changes, the activity and the settings of a project.
    var historyPages: [Route] {
        [
            projectPage("changes", "/changes", "The changes between two states.") {
                try await $0.changesPage()
            },
            projectPage("activity", "/activity", "The events, by day.") {
                try await $0.activityPage()
            },
            projectPage(
                "revertMany", "/activity/revert", "The effects of reverting many events.", .propose
            ) { try await $0.revertPage() },
            // People may revert all of their own events, as on a string's page.
            projectForm(
                "revertMany", "/activity/revert", "Revert many events.", .propose
            ) { call, form in try await call.revertMany(form) },
            projectPage("settings", "/settings", "The project's settings.", .admin) {
                try await $0.settingsPage()
            },
            projectForm("settings", "/settings", "Change a setting.", .admin) { call, form in
                try await call.saveSetting(form)
            },
        ]
    }
}
