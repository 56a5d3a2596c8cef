import Testing
import Texts

@Test(arguments: [
    ("ar", WritingDirection.rightToLeft), ("he", .rightToLeft), ("az-Arab", .rightToLeft),
    ("pa-PK", .rightToLeft), ("yi", .rightToLeft), ("fr", .leftToRight), ("az", .leftToRight),
    ("zh-Hant", .leftToRight), ("x-own", .leftToRight), ("no tag", .leftToRight),
])
func directionFollowsTheScript(tag: String, expected: WritingDirection) {
    #expect(WritingDirection.direction(of: tag) == expected)
}
