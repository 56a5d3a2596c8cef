import Foundation
import TestWorld
import Testing

/// The files of a process that was killed while it replaced a bundle, and their cleanup.
@Suite struct InterruptedBundleTests {
    private let sandbox: Sandbox
    /// A process number that is never in use: the maximum on Linux is 4194304.
    private static let nobody = 4_194_399

    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "bundle -o ../dist"], in: "app")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.directory)
            .filter { $0.contains("dist") }.sorted()
    }

    private func move(_ name: String, to target: String) throws {
        try FileManager.default.moveItem(
            atPath: sandbox.directory + "/" + name, toPath: sandbox.directory + "/" + target)
    }

    @Test func theFormerOneGoesBackToItsPlace() throws {
        try move("dist", to: ".dist-\(Self.nobody)-former")
        sandbox.perform(["bundle -o ../dist"], in: "app")
        #expect(try names() == ["dist"])
        sandbox.perform(["verify ../dist"], in: "app")
    }

    @Test func aFormerOneBesideTheNewOneGoes() throws {
        try FileManager.default.copyItem(
            atPath: sandbox.directory + "/dist",
            toPath: sandbox.directory + "/.dist-\(Self.nobody)-former")
        try FileManager.default.copyItem(
            atPath: sandbox.directory + "/dist",
            toPath: sandbox.directory + "/.dist-\(Self.nobody)")
        sandbox.perform(["bundle -o ../dist"], in: "app")
        #expect(try names() == ["dist"])
    }

    @Test func whatIsNoBundleOrOfALivingProcessStays() throws {
        try sandbox.write("mine", to: ".dist-\(Self.nobody)/notes")
        try sandbox.write("draft", to: ".dist-1/.dragoman-1-0")
        try sandbox.write("draft", to: ".dist-\(Self.nobody + 1)/.dragoman-\(Self.nobody + 1)-0")
        sandbox.perform(["bundle -o ../dist"], in: "app")
        #expect(try names() == [".dist-1", ".dist-\(Self.nobody)", "dist"])
    }

    @Test func draftsOfDeadProcessesGo() throws {
        sandbox.perform(["export -o ../out --format i18next-json"], in: "app")
        try sandbox.write("half", to: "out/en/.dragoman-\(Self.nobody)-0")
        try sandbox.write("half", to: "out/en/.dragoman-1-0")
        sandbox.perform(["export -o ../out --format i18next-json"], in: "app")
        let left = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/out/en")
        #expect(left.filter { $0.hasPrefix(".dragoman") } == [".dragoman-1-0"])
    }
}
