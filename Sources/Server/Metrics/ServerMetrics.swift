import Foundation
import Glibc

extension MetricsRegistry {
    func observeRequest(route: String, method: String, status: Int, seconds: Double) {
        observe(
            "http_server_request_duration_seconds", "Time from a request's head to its answer.",
            labels: ["route": route, "method": method, "status": String(status)],
            seconds: seconds)
    }

    func countActive(_ change: Double) {
        add("http_server_active_requests", "Requests that are being answered.", change)
    }

    func countConnection(_ change: Double) {
        add("http_server_open_connections", "Connections that are open.", change)
    }

    func countRefusal(_ code: ProblemCode) {
        count(
            "dragoman_refusals_total", "Requests answered with a problem, by its code.",
            labels: ["code": code.rawValue])
    }

    /// Reads what the system knows of this process.
    func observeProcess() {
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            let times = [usage.ru_utime, usage.ru_stime]
            let seconds = times.reduce(0.0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
            set("process_cpu_seconds_total", "Processor time used.", to: seconds)
        }
        // Pages: https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
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
            set("process_max_fds", "The limit of open files.", to: Double(limit.rlim_cur))
        }
    }
}
