import Interchange
import Testing

@Suite("Ver-ID XML: the file check")
struct VerIDCheckTests {
    @Test func findsNothingMissing() throws {
        let check = VerIDCheck(originals: ["A & B", "a+b"], file: try VerIDSample.read(file))
        #expect(check.isComplete && check.lines == ["All translated"])
    }

    @Test func listsWhatIsMissing() throws {
        let originals = ["x", "Empty", "Blank", "padded", "Meant", "x", "A & B", "e\u{301}"]
        let check = VerIDCheck(originals: originals, file: try VerIDSample.read(file))
        #expect(check.lines == ["Missing:", "x", "Empty", "Blank", "padded", "e\u{301}"])
    }

    @Test func wantsEveryKeyOfAnOriginal() throws {
        let twice = try VerIDSample.read(
            """
            <strings>
            <string key="a"><original>Done</original><translation/></string>
            <string key="b"><original>Done</original><translation>Fertig</translation></string>
            </strings>
            """)
        #expect(VerIDCheck(originals: ["Done"], file: twice).missing == ["Done"])
    }

    @Test func sortsOriginals() throws {
        #expect(
            VerIDCheck.originals(of: try VerIDSample.read(file))
                == [" padded ", "A & B", "Blank", "Empty", "Meant", "a+b", "\u{E9}"])
    }

    private let file = """
        <strings>
        <string><original>\u{E9}</original><translation>1</translation></string>
        <string><original>A &amp; B</original><translation>1</translation></string>
        <string><translation>1</translation><original>a+b</original></string>
        <string><original>Empty</original><translation/></string>
        <string><original>Blank</original><translation> </translation></string>
        <string><original>Meant</original><translation empty="true"/></string>
        <string><original> padded </original><translation>1</translation></string>
        </strings>
        """
}
