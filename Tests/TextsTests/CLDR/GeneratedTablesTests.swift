import CLDRFiles
import Foundation
import Languages
import Testing
import Texts

/// Whether the tables come from the linked version of ICU; other versions have other data.
private let hasSameData =
    CLDR.version == CLDRTables.version && CLDR.libraryVersion == CLDRTables.icuVersion
private let otherData: Comment =
    "The tables are of CLDR \(CLDRTables.version) by ICU \(CLDRTables.icuVersion); here is CLDR \(CLDR.version) by ICU \(CLDR.libraryVersion)."

@Suite("CLDR's tables", .enabled(if: hasSameData, otherData))
struct GeneratedTablesTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Domain/Texts/CLDR")

    @Test("`make cldr` would write the files that are there")
    func filesAreThose() throws {
        let files = try CLDRFiles.all()
        for file in files {
            let text = try String(
                contentsOf: Self.sources.appending(path: file.name), encoding: .utf8)
            #expect(text == file.text, "\(file.name)")
        }
        let present = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path())
        #expect(present.sorted() == files.map(\.name).sorted())
    }

    // MARK: Plurals

    /// All languages with names or rules, and varieties without their own.
    static let languages: [String] = Set(
        CLDR.availableTags + CLDRTables.cardinalRulesOfLanguages.keys
            + CLDRTables.ordinalRulesOfLanguages.keys
            + ["qaa", "pt-PT-x-own", "zh-yue", "no-bok", "ca-ES-valencia", "en-u-nu-arab", "und"]
    ).sorted()

    static let numbers: [String] =
        (0...200).map(String.init)
        + [
            "1000", "1001", "1004", "10000", "99999", "100000", "999999", "1000000", "1000001",
            "2000000", "20000000", "1000000000", "123456789012", "-1", "-2", "007",
        ]
        + [
            "0.0", "0.00", "0.05", "0.1", "0.2", "0.5", "0.9", "1.0", "1.00", "1.1", "1.01", "1.2",
            "1.5", "1.50", "1.99", "2.0", "2.10", "2.11", "2.1", "2.5", "3.0", "3.14", "4.0", "5.0",
            "5.3", "9.9", "10.0", "10.1", "11.0", "11.11", "12.3", "14.4", "19.19", "20.20", "21.0",
            "21.1", "22.12", "100.0", "100.1", "101.21", "1000000.0", "1000000.1", "-1.5", "0.15",
            "0.000001", "100000000.11",
        ]

    @Test("Categories are ICU's for whole numbers and fractions", arguments: PluralKind.allCases)
    func plurals(kind: PluralKind) throws {
        for tag in Self.languages {
            let rules = PluralRules(of: tag, kind)
            guard let reference = ICUReference.Plurals(of: tag, kind) else {
                Issue.record("ICU has no rules for \(tag)")
                continue
            }
            let categories = Set(rules.categories.map(\.rawValue))
            #expect(categories == reference.categories, "\(tag)")
            for number in Self.numbers {
                let operands = try #require(PluralOperands(number))
                let category = rules.category(for: operands).rawValue
                if category != reference.category(forDecimal: number) {
                    Issue.record("\(tag) \(kind) \(number): \(category)")
                }
            }
        }
    }

    // MARK: Likely subtags and parents

    /// All of ICU's locales, all tags of the table, and languages with other languages' scripts and
    /// regions.
    static let tags: [String] = {
        let bare = CLDR.availableTags.filter { !$0.contains("-u-") }
        let regions = ["US", "CN", "TW", "RS", "ME", "IN", "PK", "ZZ", "419", "AQ"]
        let scripts = ["Latn", "Cyrl", "Arab", "Hant", "Deva", "Zzzz", "Shaw"]
        let languages = Set(bare.map { String($0.prefix { $0 != "-" }) })
        let mixed = (languages.sorted() + ["qaa", "und"]).flatMap { language in
            regions.map { "\(language)-\($0)" } + scripts.map { "\(language)-\($0)" }
                + ["\(language)-Latn-IN", "\(language)-Arab-CN", "\(language)-Zzzz-ZZ"]
        }
        return bare + CLDRTables.likelySubtags.keys + mixed
    }()

    @Test("Likely subtags are ICU's, added and taken away")
    func likelySubtags() {
        for tag in Self.tags {
            let variants = (try? LanguageSubtags(tag))?.variants ?? []
            guard variants.isEmpty else { continue }
            let (maximized, minimized) = (
                LikelySubtags.maximized(tag), LikelySubtags.minimized(tag)
            )
            if maximized != ICUReference.maximized(tag) {
                Issue.record("\(tag): \(maximized), \(ICUReference.maximized(tag) ?? "-")")
            }
            if minimized != ICUReference.minimized(tag) {
                Issue.record("\(tag): \(minimized), \(ICUReference.minimized(tag) ?? "-") less")
            }
        }
    }

    @Test("Parents are those that ICU's bundles name")
    func parents() {
        for tag in CLDR.availableTags {
            guard let parent = ICUReference.explicitParent(of: tag) else { continue }
            #expect(
                FallbackChain.parents(of: tag).first ?? "root" == parent, "\(tag)")
        }
    }

    @Test("Directions are ICU's")
    func directions() {
        for tag in Self.tags {
            let isRightToLeft = WritingDirection.direction(of: tag) == .rightToLeft
            #expect(isRightToLeft == ICUReference.isRightToLeft(tag), "\(tag)")
        }
    }
}
