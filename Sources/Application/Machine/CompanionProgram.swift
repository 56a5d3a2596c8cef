import Cspawn
import Foundation
import Glibc
public import Translation

/// Programs that belong to this program but run as separate executables.
public enum CompanionProgram {
    /// Returns the path of a companion program.
    ///
    /// Looks next to this program, as in a build directory, and in the location of `make install`.
    /// `purpose` is part of the error message, as in “reads Swift sources”. Throws a
    /// ``Translation/Refusal`` if the program is missing.
    public static func path(of name: String, purpose: String) throws(Refusal) -> String {
        let own = ownPath()
        let directory = own.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(own[..<$0]) } ?? "."
        let places = ["\(directory)/\(name)", "\(directory)/../libexec/dragoman/\(name)"]
        guard let path = places.first(where: { access($0, X_OK) == 0 && Files.isFile($0) }) else {
            throw Refusal(
                .file, "The program \(name), which \(purpose), is missing.",
                hint:
                    "`make install` installs it in libexec/dragoman, next to the directory that contains dragoman."
            )
        }
        return path
    }

    /// The path of the command-line program that belongs to this program, or nil if there is none
    /// beside it and in `bin` of `make install`.
    package static var commandLine: String? {
        let own = ownPath()
        guard let end = own.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return ["\(own[..<end])/dragoman", "\(own[..<end])/../../bin/dragoman"]
            .first { access($0, X_OK) == 0 && Files.isFile($0) }
    }

    /// Returns the path of this program; without `/proc`, the path that it was started with.
    private static func ownPath() -> String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if let link { return link }
        guard let name = cspawn_program_path(), let path = realpath(name, nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
