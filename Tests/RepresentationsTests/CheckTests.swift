import JSON
import Representations
import Testing
import Translation

@Suite struct CheckTests {
    @Test func anUntranslatedOriginalNamesItsFile() throws {
        let missing = UntranslatedOriginal(
            path: "fr.xml", locale: try Samples.tag("fr"), original: "Log in")
        #expect(
            text(missing.json)
                == #"{"check":"missing","severity":"error","locale":"fr","section":"default","key":"Log in","message":"There is no translation.","path":"fr.xml"}"#
        )
    }

    @Test func aFileNeedNotNameItsLanguage() {
        let missing = UntranslatedOriginal(path: "a.xml", locale: nil, original: "x")
        #expect(missing.json.objectValue?["locale"] == nil)
    }

    @Test func everyCheckIsDescribed() {
        for info in CheckInfo.all {
            let keys = info.json.objectValue?.members.map(\.key)
            #expect(keys == ["check", "severity", "default", "summary"])
        }
    }
}
