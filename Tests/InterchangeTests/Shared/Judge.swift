import Foundation
import JSON
import Testing

/// Third-party programs that read written files.
struct Judge {
    /// The path of the program in Debian.
    let program: String

    static let python = Judge(program: "/usr/bin/python3")
    static let xmllint = Judge(program: "/usr/bin/xmllint")

    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Whether Debian's Python has the translate-toolkit.
    static let hasToolkit: Bool =
        python.isInstalled && (try? python.run(["-c", "import translate.storage"]).status) == 0

    /// Runs the program until it ends.
    func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: [UInt8], errors: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("judge-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files hold any amount of output without blocking.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input).write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, Array(try Data(contentsOf: files[1])),
            String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }

    /// Returns xmllint's errors for a file and a schema of the folder `Fixtures/xliff/schemas`;
    /// `nil` if it is valid.
    static func fault(_ bytes: [UInt8], schema: String) throws -> String? {
        let folder = try #require(
            Bundle.module.path(forResource: "Fixtures/xliff/schemas", ofType: nil))
        let result = try xmllint.run(
            ["--nonet", "--noout", "--schema", folder + "/" + schema, "-"], input: bytes,
            environment: ["XML_CATALOG_FILES": folder + "/catalog.xml"])
        return result.status == 0 ? nil : result.errors
    }

    /// Runs a script of the folder `Fixtures/judges` on a file and returns its JSON output.
    static func script(
        _ name: String, _ arguments: [String] = [], on bytes: [UInt8]
    ) throws -> [JSONValue] {
        let path = try #require(
            Bundle.module.path(forResource: "Fixtures/judges/\(name)", ofType: nil))
        let result = try python.run([path] + arguments, input: bytes)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try JSONValue.parse(result.output).arrayValue)
    }
}
