import Interchange
import JSON
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The counts of shipped texts by origin.
@Suite struct ShippedTextsTests {
    private static let locales = ["fr", "fr-CA", "de"]
    private static let keys = (1...8).map { StringID(section: "default", key: "k\($0)") }

    /// The sum of the counts is the number of texts in the files, whatever is left out.
    @Test(arguments: 0..<12) func theCountsAddUpToTheTextsInTheFiles(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let workspace = try Self.workspace(&random)
        try workspace.read { snapshot in
            for number in 0..<16 {
                func isOn(_ bit: Int) -> Bool { number >> bit & 1 == 1 }
                let request = ExportRequest(
                    format: I18nextJSON(), isFlat: true, inherits: isOn(0),
                    isReviewedOnly: isOn(1), omitsMachine: isOn(2), omitsStale: isOn(3))
                let profile = ExportProfile(name: "a", request: request)
                // The files of another profile contain the same texts, which count once.
                let other = ExportProfile(name: "b", directory: "b", request: request)
                let exported = try snapshot.export([profile, other])
                for locale in try snapshot.exportedLocales(request) {
                    let counts = exported.shipped[locale]
                    let files = exported.files.filter {
                        $0.profile == "a" && $0.locale == locale
                    }
                    let texts = try files.reduce(0) { sum, file in
                        sum + (try JSONValue.parse(file.bytes).objectValue?.members.count ?? 0)
                    }
                    #expect(counts.total == texts, "\(locale) \(number): \(counts)")
                    guard locale != snapshot.project.source else { continue }
                    if isOn(1) { #expect(counts.unreviewed == 0) }
                    if isOn(2) { #expect(counts.machines.isEmpty) }
                }
            }
        }
    }

    /// Returns a project with random texts: set, proposed by people and machines, accepted with and
    /// without changes, vouched for and flagged.
    private static func workspace(_ random: inout SplitMix64) throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add \(locales.joined(separator: " "))"], in: "app")
        let workspace = try sandbox.open("app")
        for key in keys {
            _ = try workspace.perform("add", .addString(key, Definition(value: Value("Source"))))
        }
        let words = ["un", "deux", "trois"].map { Value($0) }
        for _ in 0..<80 {
            let (string, value) = (random.pick(keys), random.pick(words))
            let locale = try #require(LanguageTag(random.pick(locales)))
            let unit = UnitID(locale, string)
            let open = try workspace.read { snapshot in
                try snapshot.model.unit(locale, string).proposals.filter { $0.state == .open }
            }
            var edit = DefinitionEdit()
            edit.value = Value("S\(random.next())")
            let command: Command =
                switch random.number(in: 0...9) {
                case 0, 1: .setText(locale, string, value)
                case 2: .vouch([unit], reason: nil)
                case 3: .flag([unit], reason: nil)
                case 4: .editString(string, edit)
                case 5, 6:
                    .accept(
                        open.prefix(1).map(\.id),
                        AcceptOptions(
                            value: random.oneIn(3) ? value : nil, isReview: !random.oneIn(4)))
                default:
                    .propose(
                        locale, string,
                        ProposeOptions(
                            value: value,
                            origin: random.pick([.human, .memory, .machine("a"), .machine("b")])))
                }
            do {
                _ = try workspace.perform("work", guid: "g\(random.number(in: 0...3))", command)
            } catch is Refusal {}
        }
        return workspace
    }

    @Test func aTextThatAFormatCannotRepresentDoesNotCount() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add a A", "string add a.b B", "set fr a Un"], in: "app")
        try sandbox.open("app").read { snapshot in
            let request = ExportRequest(format: I18nextJSON())
            let exported = try snapshot.export([ExportProfile(name: "web", request: request)])
            let left = exported.unrepresentable.filter { $0.locale == snapshot.project.source }
            #expect(left.count == 1, "\(exported.unrepresentable)")
            #expect(exported.shipped[snapshot.project.source].people == 1)
        }
    }

    /// Each language of a string catalog has its own texts, and none counts twice.
    @Test func aFileWithAllLanguages() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr", "string add a A", "string add b B",
                "propose fr a Un --origin machine:argos", "accept --all --yes", "set fr b Deux",
            ], in: "app")
        try sandbox.open("app").read { snapshot in
            let request = ExportRequest(format: XCStrings())
            let exported = try snapshot.export([ExportProfile(name: "ios", request: request)])
            let fr = exported.shipped[try #require(LanguageTag("fr"))]
            #expect(fr.machines == ["argos": 1] && fr.unreviewed == 1 && fr.total == 2)
            #expect(exported.shipped[snapshot.project.source].people == 2)
        }
    }
}
