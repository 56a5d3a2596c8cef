import Server
import Testing

@testable import ServerPages

/// The addresses that forms contain.
@Suite struct PageAddressTests {
    private static let project = "/base/projects/shop"

    @Test(arguments: [
        "", "/", "/languages/de", "/languages/de?show=stale&q=a%20b", "?sort=missing",
        "/languages/de/string?section=a&key=b#p-1",
    ])
    func pagesOfTheProjectStayAsTheyAre(text: String) {
        let address = PageAddress(Self.project + text, in: Self.project)
        #expect(address?.description == Self.project + text)
    }

    @Test(arguments: [
        "/", "//evil.example", "https://evil.example/base/projects/shop", "/base/projects/shopping",
        "/base/projects", "/base/projects/shop/a b", "/base/projects/shop/\\evil",
        "/base/projects/shop/é", "",
    ])
    func otherAddressesAreRejected(text: String) {
        #expect(PageAddress(text, in: Self.project) == nil)
    }

    @Test(arguments: [
        ("/p", "/p?position=abc"), ("/p?a=1", "/p?a=1&position=abc"),
        ("/p#x", "/p?position=abc#x"), ("/p?a=1#x", "/p?a=1&position=abc#x"),
    ])
    func positionsAreParameters(text: String, result: String) {
        #expect(PageAddress(text).at(position: "abc").description == result)
    }

    @Test(arguments: [
        ("/languages/de/review?at=1", PageAddress.Walk.review),
        ("/languages/de/translate", .translate), ("/review", nil), ("/languages/review", nil),
        ("/languages/de/string?key=/languages/de/review", nil),
    ])
    func walksAreKnownByTheirPath(text: String, walk: PageAddress.Walk?) {
        #expect(PageAddress(Self.project + text).walk == walk)
    }

    @Test func parametersAreDecoded() {
        let address = PageAddress("/p?q=a%20b&show=stale#x")
        #expect(address.parameters["q"] == "a b")
        #expect(address.parameters["show"] == "stale")
        #expect(PageAddress("/p?q=%zz").parameters["q"] == nil)
        #expect(PageAddress("/p").parameters["q"] == nil)
    }
}
