import Foundation
import Machine
import struct Machine.Host
import Workspace

extension Host {
    /// The machine that the bench works on in its own process, with nobody's settings.
    static let bench = Host(
        currentDirectory: "/", environment: Processes.environment,
        now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: .system)
}
