import Testing
import Texts

@Suite("Canonical tags")
struct CanonicalTagTests {
    @Test(
        "Case and separators are no matter",
        arguments: [
            ("fr_CA", "fr-CA"), ("FR-ca", "fr-CA"), ("fr-CA", "fr-CA"), ("ZH-HANT", "zh-Hant"),
            ("sr_latn_rs", "sr-Latn-RS"), ("es_419", "es-419"), ("EN", "en"), ("gsw", "gsw"),
            ("de-1996", "de-1996"), ("ca-es-VALENCIA", "ca-ES-valencia"), ("und", "und"),
            ("de-x-Formal", "de-x-formal"), ("x-Own-1", "x-own-1"), ("qaa-Qaaa-XA", "qaa-Qaaa-XA"),
            ("qtz", "qtz"), ("aux", "aux"), ("be-tarask", "be-tarask"),
            ("en-x-simple", "en-x-simple"),
            ("de-x-a-b", "de-x-a-b"), ("en-GB-oxendict", "en-GB-oxendict"),
        ])
    func silent(input: String, expected: String) throws {
        let parsed = try CanonicalTag.parse(input)
        #expect(parsed.tag == expected)
        #expect(parsed.warnings.isEmpty)
    }

    @Test(
        "Renamings that keep the language are applied, with a warning",
        arguments: [
            ("iw", "he"), ("in", "id"), ("ji", "yi"), ("jw", "jv"), ("iw_IL", "he-IL"),
            ("en-UK", "en-GB"), ("de-DD", "de-DE"), ("my-BU", "my-MM"), ("fr-ZR", "fr-CD"),
            ("fra", "fr"), ("fre", "fr"), ("en-840", "en-US"), ("zh-wuu", "wuu"),
            ("en-999", "en-ZZ"),
            ("ru-SU", "ru-RU"), ("hy-SU", "hy-AM"), ("sr-YU", "sr-RS"),
            ("sr-Latn-CS", "sr-Latn-RS"),
            ("zh-yue", "yue"), ("zh-yue-HK", "yue-HK"), ("zh-min-nan", "nan"), ("i-klingon", "tlh"),
            ("art-lojban", "jbo"), ("en-GB-oed", "en-GB-oxendict"), ("no-bok", "nb"),
            ("el-polytoni", "el-polyton"), ("twi", "tw"), ("iw-UK", "he-GB"), ("sgn-BE-FR", "sfb"),
        ])
    func replaced(input: String, expected: String) throws {
        let parsed = try CanonicalTag.parse(input)
        #expect(parsed.tag == expected)
        #expect(parsed.warnings.contains { $0.kind == .replaced })
    }

    @Test(
        "Aliases that would merge two languages only warn",
        arguments: [
            ("sh", "sh", "sr-Latn"), ("mo", "mo", "ro"), ("tw", "tw", "ak"), ("tl", "tl", "fil"),
            ("cmn", "cmn", "zh"), ("cnr", "cnr", "sr-ME"), ("prs", "prs", "fa-AF"),
            ("swc", "swc", "sw-CD"), ("arb", "arb", "ar"), ("zh-cmn-Hans", "cmn-Hans", "zh"),
            ("hy-arevmda", "hy-arevmda", "hyw"), ("tgl", "tl", "fil"), ("hbs", "sh", "sr-Latn"),
            ("mol", "mo", "ro"), ("sgn-BR", "sgn-BR", "bzs"),
        ])
    func kept(input: String, expected: String, alias: String) throws {
        let parsed = try CanonicalTag.parse(input)
        #expect(parsed.tag == expected)
        #expect(parsed.warnings.contains { $0.kind == .kept && $0.replacement == alias })
    }

    @Test(
        "A script that the region brings is only warned about",
        arguments: [
            ("zh-TW", "zh-Hant-TW"), ("zh_HK", "zh-Hant-HK"), ("sr-ME", "sr-Latn-ME"),
            ("pa-PK", "pa-Arab-PK"),
        ])
    func implicitScript(input: String, full: String) throws {
        let parsed = try CanonicalTag.parse(input)
        #expect(parsed.tag == String(input.map { $0 == "_" ? "-" : $0 }))
        #expect(parsed.warnings.map(\.kind) == [.implicitScript])
        #expect(parsed.warnings.first?.replacement == full)
    }

    @Test("A region with several successors, none at home, stays")
    func dividedRegion() throws {
        let parsed = try CanonicalTag.parse("nl-AN")
        #expect(parsed.tag == "nl-AN")
        #expect(parsed.warnings.map(\.kind) == [.kept])
        #expect(parsed.warnings.first?.message.contains("`CW`") == true)
    }

    @Test(
        "Extensions are put into canonical order",
        arguments: [
            ("de-u-nu-latn-co-phonebk", "de-u-co-phonebk-nu-latn"),
            ("de-u-co-phonebk-t-it", "de-t-it-u-co-phonebk"),
            ("en-U-foo-bar-CA-buddhist", "en-u-bar-foo-ca-buddhist"),
            ("und-t-it-m0-true-d0-fwidth", "und-t-it-d0-fwidth-m0-true"),
            ("sl-rozaj-biske-1994", "sl-1994-biske-rozaj"),
            ("en-u-va-posix-x-u", "en-u-va-posix-x-u"),
        ])
    func canonicalOrder(input: String, expected: String) throws {
        #expect(try CanonicalTag.parse(input).tag == expected)
    }

    @Test("Three letters that ISO 639-2 once had lead to another code, with a warning")
    func changed() throws {
        let parsed = try CanonicalTag.parse("scc-RS")
        #expect(parsed.tag == "sr-RS")
        #expect(parsed.warnings.map(\.kind) == [.changed])
    }

    @Test("Spanish of Laos is most likely that of Latin America", arguments: ["es-LA", "es_LA"])
    func latinAmerica(tag: String) throws {
        let parsed = try CanonicalTag.parse(tag)
        #expect(parsed.tag == "es-LA")
        #expect(parsed.warnings.map(\.kind) == [.unlikelyRegion])
        #expect(parsed.warnings.first?.replacement == "es-419")
        #expect(try CanonicalTag.parse("lo-LA").warnings.isEmpty)
    }
}
