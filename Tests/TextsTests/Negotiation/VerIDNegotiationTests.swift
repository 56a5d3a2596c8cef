import Testing
import Texts

@Suite("Ver-ID's files")
struct VerIDNegotiationTests {
    @Test(
        "iOS tries all of one bundle before the next",
        arguments: [
            ("fr-CA", [["fr_FR.xml"], ["fr_CA.xml"]], "fr_FR.xml", 0, .sibling),
            ("fr-CA", [["fr.xml", "fr_FR.xml"], ["fr_CA.xml"]], "fr.xml", 0, .parent),
            ("fr-CA", [["es.xml"], ["fr.xml", "fr_CA.xml"]], "fr_CA.xml", 1, .exact),
            ("fr", [["fr_FR.xml", "fr_CA.xml"]], "fr_CA.xml", 0, .child),
            ("fr", [["fr_CA.xml", "fr.xml"]], "fr.xml", 0, .exact),
            ("zh-Hant-TW", [["zh_CN.xml", "zh_TW.xml"]], "zh_TW.xml", 0, .exact),
            ("zh-Hant", [["zh_TW.xml", "zh_CN.xml"]], "zh_CN.xml", 0, .child),
            ("en-US", [["en.xml"]], "en.xml", 0, .parent),
            ("es-419", [["es_419.xml"]], "es_419.xml", 0, .exact),
        ] as [(String, [[String]], String, Int, Negotiation.Match)])
    func iOS(
        device: String, bundles: [[String]], name: String, bundle: Int, match: Negotiation.Match
    ) {
        let file = VerIDNegotiation.choose([device, "de"], bundles: bundles)
        #expect(file?.name == name)
        #expect(file?.bundle == bundle)
        #expect(file?.match == match)
    }

    @Test(
        "iOS finds nothing by another language, case or separator",
        arguments: [
            ("fr-CA", ["de.xml", "FR_CA.xml", "fr-CA.xml", "fr_CA.txt", "frr_DE.xml"]),
            ("en-US", ["fr.xml"]), ("x-own", ["x_own.xml"]), ("", [".xml"]),
        ])
    func nothing(device: String, names: [String]) {
        #expect(VerIDNegotiation.choose([device, "de"], bundles: [names]) == nil)
    }

    @Test(
        "Android goes through the device's languages",
        arguments: [
            (["fr-CA"], ["fr-CA.xml", "fr.xml"], "fr-CA.xml", .exact),
            (["fr-CA"], ["fr-FR.xml", "fr.xml"], "fr-FR.xml", .sibling),
            (["fr-CA"], ["FR.XML"], "FR.XML", .parent),
            (["fr"], ["fr-FR.xml", "fr.xml"], "fr-FR.xml", .child),
            (["sv", "fr"], ["fr.xml"], "fr.xml", .exact),
            (["zh-Hant-TW"], ["zh-TW.xml"], "zh-TW.xml", .parent),
            (["zh-Hant-TW"], ["zh-TW.xml", "zh-Hant-TW.xml"], "zh-Hant-TW.xml", .exact),
            (["en-US", "fr"], ["en-GB.xml"], "en-GB.xml", .sibling),
        ] as [([String], [String], String, Negotiation.Match)])
    func android(device: [String], names: [String], name: String, match: Negotiation.Match) {
        let file = VerIDNegotiation.chooseOnAndroid(device, names: names)
        #expect(file?.name == name)
        #expect(file?.match == match)
    }

    @Test("Android never finds an underscore, and ends at English")
    func androidNothing() {
        #expect(VerIDNegotiation.chooseOnAndroid(["fr-CA"], names: ["fr_CA.xml"]) == nil)
        #expect(VerIDNegotiation.chooseOnAndroid(["en-US", "fr"], names: ["fr.xml"]) == nil)
    }
}
