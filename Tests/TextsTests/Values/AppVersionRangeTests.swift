import Testing
import Texts

@Suite struct AppVersionRangeTests {
    @Test(arguments: [
        (">=1.4 <2", ">=1.4 <2"), ("  =1  ", "=1"), ("<=1.2.3.4", "<=1.2.3.4"),
        (">0.10   <0.11", ">0.10 <0.11"),
    ])
    func rangesAreKeptWithOneSpaceBetween(text: String, kept: String) throws {
        #expect(AppVersionRange(text)?.description == kept)
    }

    @Test(arguments: [
        "", " ", "1.4", "~1", ">=", ">=1.", ">=.1", ">=1.2.3.4.5", ">=01", ">=1234567890", ">= 1",
        ">=1,<2", "=1a",
    ])
    func whatIsNoRangeIsRefused(text: String) {
        #expect(AppVersionRange(text) == nil)
    }

    @Test(arguments: [
        (">=1.4 <2", "1.4", true), (">=1.4 <2", "1.10", true), (">=1.4 <2", "1.3.9.9", false),
        (">=1.4 <2", "2.0", false), ("=1", "1.0.0", true), ("=1", "1.0.0.1", false),
        (">1.4", "1.4", false), (">1.4", "1.4.0.1", true), ("<=2", "2.0.0.0", true),
        ("<=2", "2.0.0.1", false),
    ])
    func aVersionMustSatisfyEveryComparison(
        range: String, version: String, isContained: Bool
    ) throws {
        let range = try #require(AppVersionRange(range))
        let version = try #require(AppVersion(version))
        #expect(range.contains(version) == isContained)
    }

    @Test(arguments: [
        (">=5 <3", true), (">=3 <3", true), (">1.4 <1.4.0.1", true), ("=1 =2", true),
        ("<0", true), (">=3 <=3", false), (">1.4 <1.4.0.2", false), ("<=0", false),
        ("=1 >=1 <2", false), (">999999999.999999999.999999999.999999999", false),
    ])
    func aRangeMayBeEmpty(range: String, isEmpty: Bool) throws {
        #expect(try #require(AppVersionRange(range)).isEmpty == isEmpty)
    }

    @Test(arguments: ["", "1.", "1.2.3.4.5", "v1", "1.2-beta", "01"])
    func whatIsNoVersionIsRefused(text: String) {
        #expect(AppVersion(text) == nil)
    }
}
