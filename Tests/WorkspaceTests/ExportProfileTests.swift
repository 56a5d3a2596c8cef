import Interchange
import JSON
import TestSupport
import Testing
import Translation
import Workspace

/// What `export` writes where nothing is named.
@Suite struct ExportProfileTests {
    private static func workspace(_ setting: String?) throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr fr-CA", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        if let setting {
            let value = try JSONValue.parse(Array(setting.utf8))
            _ = try workspace.perform("config") { _ in
                .changeSetting(name: "export-profiles", value: value)
            }
        }
        return workspace
    }

    @Test func withoutTheSettingThereAreNone() throws {
        let workspace = try Self.workspace(nil)
        #expect(try workspace.exportProfiles(in: workspace.model(at: .tip)).isEmpty)
    }

    @Test func profilesComeInTheirOrderWithCanonicalLanguages() throws {
        let workspace = try Self.workspace(
            """
            [{"format":"i18next-json","directory":"web/src","locales":["fr_ca","FR"]},\
            {"format":"verid-xml"},{"format":"verid-xml","locales":[]}]
            """)
        let profiles = try workspace.exportProfiles(in: workspace.model(at: .tip))
        #expect(profiles.map(\.format.name) == ["i18next-json", "verid-xml", "verid-xml"])
        #expect(profiles.map(\.directory) == ["web/src", nil, nil])
        #expect(profiles.map { $0.locales?.map(\.rawValue) } == [["fr-CA", "fr"], nil, []])
    }

    @Test(arguments: [
        "[{\"format\":\"xliff\"}]", "[{\"format\":\"verid-xml\",\"locales\":[\"no language\"]}]",
    ])
    func unknownFormatsAndLanguagesAreRefusedWhenTheyAreUsed(setting: String) throws {
        let workspace = try Self.workspace(setting)
        let model = try workspace.model(at: .tip)
        #expect(throws: Refusal.self) { try workspace.exportProfiles(in: model) }
    }

    private static let malformed = [
        "{}", "[1]", "[{}]", "[{\"format\":1}]", "[{\"format\":\"verid-xml\",\"directory\":1}]",
        "[{\"format\":\"verid-xml\",\"locales\":\"fr\"}]",
        "[{\"format\":\"verid-xml\",\"colour\":\"red\"}]",
    ]

    @Test func malformedSettingsAreRefusedBeforeTheyAreStored() throws {
        let workspace = try Self.workspace(nil)
        for setting in Self.malformed {
            let value = try JSONValue.parse(Array(setting.utf8))
            let refusal = try #require(throws: Refusal.self, "\(setting)") {
                try workspace.perform("config") { _ in
                    .changeSetting(name: "export-profiles", value: value)
                }
            }
            #expect(refusal.code == .invalidValue)
        }
    }
}
