import Foundation
import Glibc
import Hosting
import Translation
import Workspace

extension MetricsRegistry {
    func observeRequest(route: String, method: String, status: Int, seconds: Double) {
        observe(
            "http_server_request_duration_seconds", "Time from a request's header to its response.",
            labels: ["route": route, "method": method, "status": String(status)],
            seconds: seconds)
    }

    func countActive(_ change: Double) {
        add("http_server_active_requests", "Requests in progress.", change)
    }

    func countConnection(_ change: Double) {
        add("http_server_open_connections", "Open connections.", change)
    }

    func countRefusal(_ code: ProblemCode) {
        count(
            "dragoman_refusals_total", "Requests answered with a problem, by code.",
            labels: ["code": code.rawValue])
    }

    /// Counts the commits and events that this server added.
    func note(_ change: ProjectWriter.Change, in project: String) {
        guard case .appended(let events, _) = change else { return }
        count("dragoman_commits_total", "Commits by this server.", labels: ["project": project])
        for event in events {
            count(
                "dragoman_events_total", "Events added by this server, by type.",
                labels: ["type": event.payload.typeName])
        }
    }

    /// Updates the gauges of open projects, and drops the gauges of closed projects.
    func observe(_ projects: [ProjectHost], failures: Int) {
        for name in [
            "dragoman_queue_waiting", "dragoman_loose_objects", "dragoman_disk_free_bytes",
        ] {
            remove(name)
        }
        set("dragoman_open_projects", "Open projects.", to: Double(projects.count))
        set("dragoman_failed_projects", "Projects that cannot be opened.", to: Double(failures))
        for project in projects { observe(project) }
    }

    private func observe(_ project: ProjectHost) {
        set(
            "dragoman_queue_waiting", "Requests waiting for a project's writer.",
            labels: ["project": project.settings.name], to: Double(project.waitingCount))
        set(
            "dragoman_loose_objects", "Approximate number of a project's loose objects.",
            labels: ["project": project.settings.name], to: Double(project.looseObjects))
        if let bytes = project.freeBytes {
            set(
                "dragoman_disk_free_bytes", "Free space on the disk of a project's repository.",
                labels: ["project": project.settings.name], to: Double(bytes))
        }
    }

    /// Updates the gauges of this process with figures from the system.
    func observeProcess() {
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            let times = [usage.ru_utime, usage.ru_stime]
            let seconds = times.reduce(0.0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
            set("process_cpu_seconds_total", "Processor time used.", to: seconds)
        }
        // The values are numbers of memory pages:
        // https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
        if let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        {
            set(
                "process_resident_memory_bytes", "Memory in use.",
                to: pages * Double(sysconf(Int32(_SC_PAGESIZE))))
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            set("process_open_fds", "Open files and connections.", to: Double(files.count))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            set("process_max_fds", "The limit on open files.", to: Double(limit.rlim_cur))
        }
    }
}
