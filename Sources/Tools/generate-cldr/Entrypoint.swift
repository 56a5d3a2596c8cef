import CLDRFiles
import Foundation

/// Writes the tables in `Sources/Domain/Texts/CLDR` from the data in the linked version of ICU.
///
/// `make cldr` runs this program in the package's directory.
@main
enum Entrypoint {
    static func main() throws {
        let directory = URL(
            filePath: CommandLine.arguments.dropFirst().first ?? "Sources/Domain/Texts/CLDR",
            directoryHint: .isDirectory)
        for file in try CLDRFiles.all() {
            try Data(file.text.utf8).write(to: directory.appending(path: file.name))
        }
    }
}
