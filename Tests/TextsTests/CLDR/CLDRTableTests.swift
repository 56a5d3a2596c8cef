import Testing

@testable import Texts

@Suite("Tables in a text")
struct CLDRTableTests {
    private let table = CLDRTable(
        """
        a=1;aa=2 3;ab
        ac~f;b=;c=x=y
        """)

    @Test("Every key is found, and no other")
    func keys() {
        #expect(table.keys == ["a", "aa", "ab", "ac", "b", "c"])
        #expect(table.keys.map { table[$0] } == ["1", "2 3", "", "f", "", "x=y"])
        for key in ["", "A", "aaa", "abc", "ad", "bb", "d", "a=", ";"] {
            #expect(table[key] == nil, "\(key)")
        }
    }

    @Test("Records before a key are found")
    func before() {
        #expect(table.record(upTo: "ae") == "ac~f")
        #expect(table.record(upTo: "") == nil)
        #expect(table.record(upTo: "zz") == "c=x=y")
        #expect(CLDRTable("")["a"] == nil)
    }
}
