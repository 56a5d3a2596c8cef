import Git
import Testing

struct ObjectIDTests {
    @Test(arguments: 0..<100)
    func `hexadecimal form round-trips and keeps the order`(seed: UInt64) throws {
        var numbers = SplitMix64(state: seed)
        let digits = Array("0123456789abcdef")
        let texts = (0..<2).map { _ in
            String((0..<40).map { _ in digits[Int(numbers.next() % 16)] })
        }
        let left = try #require(ObjectID(hex: texts[0]))
        let right = try #require(ObjectID(hex: texts[1]))
        #expect(left.description == texts[0])
        #expect(left.bytes.count == 20)
        #expect((left < right) == (texts[0] < texts[1]))
    }

    @Test(arguments: [
        "", "4b825dc642cb6eb9a060e54bf8d69288fbee490", "4b825dc642cb6eb9a060e54bf8d69288fbee49044",
        "4B825DC642CB6EB9A060E54BF8D69288FBEE4904", "4b825dc642cb6eb9a060e54bf8d69288fbee490g",
    ])
    func `refuses all but forty lower-case digits`(text: String) {
        #expect(ObjectID(hex: text) == nil)
    }

    @Test func `knows the empty tree`() {
        #expect(ObjectID.emptyTree.description == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    }
}
