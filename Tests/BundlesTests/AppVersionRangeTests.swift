import Bundles
import Testing

@Suite struct AppVersionRangeTests {
    @Test(arguments: [
        (">=1.4 <2", ">=1.4 <2"), ("  =1  ", "=1"), ("<=1.2.3.4", "<=1.2.3.4"),
        (">0.10   <0.11", ">0.10 <0.11"),
    ])
    func rangesAreKeptWithOneSpaceBetween(text: String, kept: String) throws {
        #expect(try AppVersionRange(text).description == kept)
    }

    @Test(arguments: [
        "", " ", "1.4", "~1", ">=", ">=1.", ">=.1", ">=1.2.3.4.5", ">=01", ">=1234567890", ">= 1",
        ">=1,<2", "=1a",
    ])
    func whatIsNoRangeIsRefused(text: String) {
        #expect(throws: (any Error).self) { try AppVersionRange(text) }
    }
}
