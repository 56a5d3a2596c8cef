import Interchange
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Exported files that are imported again.
@Suite struct RoundTripTests {
    @Test(arguments: 0..<3, ["verid-xml", "i18next-json"])
    func importingAnExportChangesNothing(seed: Int, format: String) throws {
        var random = SplitMix64(seed: seed)
        let project = try RandomProject(isTree: format == "i18next-json", using: &random)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        let workspace = try sandbox.open("app")
        try project.fill(workspace)
        for inherits in [true, false] {
            let isFlat = random.chance(1, in: 2)
            let exported = try Self.export(workspace, format, isFlat: isFlat, inherits: inherits)
            for keepsEmpty in [true, false] {
                let outcome = try Self.importFiles(
                    exported.sources, into: workspace, keepsEmpty: keepsEmpty)
                #expect(
                    outcome.changes.filter { !$0.contains(#""type":"resource.defined""#) } == [],
                    "inherits: \(inherits), flat: \(isFlat), empty: \(keepsEmpty)")
                // A file may have a layout that an export would not choose. This is recorded once.
                let again = try Self.importFiles(
                    exported.sources, into: workspace, keepsEmpty: keepsEmpty)
                #expect(again.commit == nil)
                #expect(outcome.tally.skipped.map(\.string) == [])
            }
        }
    }

    @Test func stringsWithoutAPlaceInAFileGetNoneByTheirOwnExport() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "string add b x", "string add menu.file x", "string add a x",
                "string add menu.edit x",
            ],
            in: "app")
        let workspace = try sandbox.open("app")
        let exported = try Self.export(workspace, "i18next-json", isFlat: false, inherits: nil)
        let outcome = try Self.importFiles(exported.sources, into: workspace, keepsEmpty: false)
        #expect(outcome.changes == [])
        #expect(outcome.tally.unchanged == 4)
    }

    /// Apple's plurals have their own file, beside the one for the texts.
    ///
    /// i18next's version 3 is excluded, because it must be named explicitly.
    @Test(
        arguments: FileFormats.written.filter(\.traits.definesOrder).map(\.name)
            .filter { $0 != "i18next-json-v3" })
    func textsAndPluralsGetNoPlaceByTheirOwnExport(format: String) throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "string add b x",
                "string add files --plural 'one={n} file' --plural 'other={n} files'",
                "string add a x",
                "string add days --plural 'one={n} day' --plural 'other={n} days'",
            ],
            in: "app")
        let workspace = try sandbox.open("app")
        let exported = try Self.export(workspace, format, isFlat: false, inherits: nil)
        for sources in exported.sources.map({ [$0] }) + [exported.sources] {
            let outcome = try Self.importFiles(sources, into: workspace, keepsEmpty: false)
            #expect(outcome.changes == [], "\(sources.map(\.path))")
        }
    }

    @Test func groupingByPathMovesNothingAndAnotherOrderDoes() throws {
        let sandbox = try Sandbox.withProject()
        let workspace = try sandbox.open("app")
        func take(_ json: String) throws -> Outcome {
            let file = OutputFile(path: "en/default.json", bytes: Array(json.utf8))
            return try Self.importFiles([file], into: workspace, keepsEmpty: false)
        }
        let keys = {
            try workspace.read { try $0.model.entries(locale: workspace.project.source, chain: []) }
        }
        #expect(try take(#"{"a.x":"1","b":"2","a.y":"3"}"#).tally.defined == 3)
        // The nested form cannot express that b is between the others.
        let nested = try take(#"{"a":{"x":"1","y":"3"},"b":"2"}"#)
        #expect(nested.tally.unchanged == 3)
        #expect(nested.changes.allSatisfy { $0.contains(#""type":"resource.defined""#) })
        #expect(try keys().map(\.string.key) == ["a.x", "b", "a.y"])
        #expect(try take(#"{"b":"2","a":{"x":"1","y":"3"}}"#).commit != nil)
        try workspace.catchUp()
        #expect(try keys().map(\.string.key) == ["b", "a.x", "a.y"])
    }

    @Test(arguments: 100..<103, ["verid-xml", "i18next-json"])
    func aFreshProjectGivesTheSameFiles(seed: Int, format: String) throws {
        var random = SplitMix64(seed: seed)
        let project = try RandomProject(isTree: format == "i18next-json", using: &random)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        let workspace = try sandbox.open("app")
        try project.fill(workspace)
        let isFlat = random.chance(1, in: 2)
        try Self.removeUnrepresentable(from: workspace, format, isFlat: isFlat)
        let exported = try Self.export(workspace, format, isFlat: isFlat, inherits: nil)
        #expect(!exported.files.isEmpty)

        sandbox.run(["init", "fresh"])
        let fresh = try sandbox.open("fresh")
        try RandomProject.addLanguages(to: fresh)
        let outcome = try Self.importFiles(exported.sources, into: fresh, keepsEmpty: true)
        #expect(outcome.tally.skipped.map(\.string) == [])
        let again = try Self.export(fresh, format, isFlat: isFlat, inherits: nil)
        #expect(again.unrepresentable == [])
        #expect(again.files.map(\.path) == exported.files.map(\.path))
        for (new, old) in zip(again.files, exported.files) where new.bytes != old.bytes {
            let difference = GoldenDifference.lines(
                expected: String(decoding: old.bytes, as: UTF8.self),
                actual: String(decoding: new.bytes, as: UTF8.self))
            Issue.record("\(old.path) differs:\n\(difference)")
        }
    }

    /// Removes every string that one of the languages' files could not represent.
    private static func removeUnrepresentable(
        from workspace: Workspace, _ format: String, isFlat: Bool
    ) throws {
        let exported = try export(workspace, format, isFlat: isFlat, inherits: nil)
        for string in Set(exported.unrepresentable.map(\.string)) {
            _ = try workspace.perform("remove", .removeString(string))
        }
    }

    /// Exports all languages, including the source language.
    private static func export(
        _ workspace: Workspace, _ format: String, isFlat: Bool, inherits: Bool?
    ) throws -> Exported {
        try workspace.read { snapshot in
            let request = ExportRequest(
                format: try Workspace.format(format), locales: try snapshot.locales(),
                isFlat: isFlat, inherits: inherits)
            return try snapshot.export([ExportProfile(name: format, request: request)])
        }
    }

    private static func importFiles(
        _ files: [OutputFile], into workspace: Workspace, keepsEmpty: Bool
    ) throws -> Outcome {
        let request = ImportRequest(
            files: files.map { file in (file.path, { file.bytes }) }, keepsEmpty: keepsEmpty)
        return try workspace.importFiles(
            request, verb: "import", guid: nil, idempotencyKey: nil, isDryRun: false
        ).outcome
    }
}

extension Exported {
    /// The files in the form that an import takes.
    fileprivate var sources: [OutputFile] {
        files.map { OutputFile(path: $0.path, bytes: $0.bytes) }
    }
}

extension Outcome {
    /// The events that change something; the first import also records the file.
    fileprivate var changes: [String] {
        events.filter { $0.payload.typeName != "file.read" }
            .map { String(decoding: $0.line, as: UTF8.self) }
    }
}
