import Interchange
import JSON
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The profiles that `export` uses by default.
@Suite struct ExportProfileTests {
    private static func workspace(_ setting: String?) throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr fr-CA", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        if let setting {
            let value = try JSONValue.parse(Array(setting.utf8))
            _ = try workspace.perform(
                "config",
                .changeSetting(name: "export-profiles", value: value))
        }
        return workspace
    }

    @Test func withoutTheSettingThereAreNone() throws {
        let workspace = try Self.workspace(nil)
        #expect(try workspace.read { try $0.exportProfiles() }.isEmpty)
    }

    @Test func profilesComeInTheirOrderWithCanonicalLanguages() throws {
        let workspace = try Self.workspace(
            """
            [{"format":"i18next-json","directory":"web/src","locales":["fr_ca","FR"]},\
            {"format":"verid-xml"},{"format":"verid-xml","locales":[]}]
            """)
        let profiles = try workspace.read { try $0.exportProfiles() }
        #expect(profiles.map(\.request.format.name) == ["i18next-json", "verid-xml", "verid-xml"])
        #expect(profiles.map(\.directory) == ["web/src", nil, nil])
        #expect(
            profiles.map { $0.request.locales?.map(\.rawValue) } == [["fr-CA", "fr"], nil, []])
    }

    @Test(arguments: [
        "[{\"format\":\"xliff\"}]", "[{\"format\":\"verid-xml\",\"locales\":[\"no language\"]}]",
    ])
    func unknownFormatsAndLanguagesAreRefusedWhenTheyAreUsed(setting: String) throws {
        let workspace = try Self.workspace(setting)
        #expect(throws: Refusal.self) { try workspace.read { try $0.exportProfiles() } }
    }

    @Test func profilesSayAllThatAnExportCan() throws {
        let workspace = try Self.workspace(
            """
            [{"name":"web","format":"i18next-json","sections":["translation","auth"],"flat":true,\
            "untranslated":"key","inherit":false,"reviewedOnly":true,"stale":"omit"}]
            """)
        try workspace.read { snapshot in
            let profile = try #require(try snapshot.exportProfiles(named: ["web"]).first)
            #expect(profile.name == "web")
            #expect(profile.request.sections == ["default", "auth"])
            #expect(profile.request.untranslated == .key)
            #expect(profile.request.isFlat && profile.request.inherits == false)
            #expect(profile.request.isReviewedOnly && profile.request.omitsStale)
            let refusal = try #require(throws: Refusal.self) {
                try snapshot.exportProfiles(named: ["wev"])
            }
            #expect(refusal.nearest == ["web"])
        }
    }

    @Test func profilesThatWriteOnePathAreRefused() throws {
        let workspace = try Self.workspace(nil)
        try workspace.read { snapshot in
            func profile(_ name: String, _ format: String, _ directory: String?) throws
                -> ExportProfile
            {
                ExportProfile(
                    name: name, directory: directory,
                    request: ExportRequest(format: try Workspace.format(format)))
            }
            let ios = try profile("ios", "verid-xml", nil)
            for other in [
                try profile("mac", "verid-xml", nil), try profile("x", "i18next-json", "fr.xml"),
            ] {
                let refusal = try #require(throws: Refusal.self) {
                    try snapshot.export([ios, other])
                }
                #expect(refusal.code == .contradiction)
                #expect(refusal.message.contains("fr.xml"))
            }
            let apart = try snapshot.export(
                [ios, try profile("mac", "verid-xml", "mac")])
            #expect(
                apart.files.map(\.path) == ["fr.xml", "fr_CA.xml", "mac/fr.xml", "mac/fr_CA.xml"])
            #expect(apart.files.map(\.profile) == ["ios", "ios", "mac", "mac"])
        }
    }

    private static let malformed = [
        "{}", "[1]", "[{}]", "[{\"format\":1}]", "[{\"format\":\"verid-xml\",\"directory\":1}]",
        "[{\"format\":\"verid-xml\",\"locales\":\"fr\"}]",
        "[{\"format\":\"verid-xml\",\"colour\":\"red\"}]",
        "[{\"format\":\"verid-xml\",\"directory\":\"../x\"}]",
        "[{\"format\":\"verid-xml\",\"name\":\"a/b\"}]",
        "[{\"format\":\"verid-xml\",\"name\":\"a\"},{\"format\":\"verid-xml\",\"name\":\"a\"}]",
        "[{\"format\":\"verid-xml\",\"sections\":\"auth\"}]",
        "[{\"format\":\"verid-xml\",\"untranslated\":\"dots\"}]",
        "[{\"format\":\"verid-xml\",\"flat\":1}]",
        "[{\"format\":\"verid-xml\",\"inherit\":\"no\"}]",
        "[{\"format\":\"verid-xml\",\"reviewedOnly\":\"yes\"}]",
        "[{\"format\":\"verid-xml\",\"stale\":true}]",
    ]

    @Test func malformedSettingsAreRefusedBeforeTheyAreStored() throws {
        let workspace = try Self.workspace(nil)
        for setting in Self.malformed {
            let value = try JSONValue.parse(Array(setting.utf8))
            let refusal = try #require(throws: Refusal.self, "\(setting)") {
                try workspace.perform(
                    "config",
                    .changeSetting(name: "export-profiles", value: value))
            }
            #expect(refusal.code == .invalidValue)
        }
    }
}
