import DragomanClient
import Testing

@Suite struct ArgumentTests {
    @Test func literalsAreArguments() {
        let arguments: [Argument] = ["a", 1, 1.5, true, ["b"], ["name": "Mara"]]
        #expect(
            arguments == [
                .text("a"), .integer(1), .real(1.5), .bool(true), .list([.text("b")]),
                .object(["name": .text("Mara")]),
            ])
        #expect(Argument(UInt64.max) == .real(Double(UInt64.max)))
        #expect(Argument(UInt8(7)) == .integer(7))
    }
}
