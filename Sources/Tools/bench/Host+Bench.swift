import Foundation
import Machine
import struct Machine.Host
import Workspace

extension Host {
    /// The host for work in this process, without user settings.
    static let bench = Host(
        currentDirectory: "/", environment: Processes.environment,
        now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: .system)
}
