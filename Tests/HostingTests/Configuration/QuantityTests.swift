import Testing

@testable import Hosting

/// Durations, sizes, rates and addresses as values.
@Suite struct QuantityTests {
    @Test(arguments: [
        ("500ms", 500), ("30s", 30_000), ("5min", 300_000), ("5m", 300_000), ("12h", 43_200_000),
        ("90d", 7_776_000_000), ("2w", 1_209_600_000), ("1 H", 3_600_000), ("0s", 0),
        ("30", nil), ("", nil), ("s", nil), ("1  s", nil), ("1 ", nil), ("-1s", nil),
        ("1.5s", nil), ("1y", nil), ("٣s", nil), ("9999999999s", nil),
        ("999999999w", 604_799_999_395_200_000),
    ])
    func durations(text: String, milliseconds: Int?) {
        #expect(Quantity.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        ("1024", 1024), ("64KiB", 65_536), ("64k", 65_536), ("1m", 1 << 20), ("1 MiB", 1 << 20),
        ("2g", 2 << 30), ("7b", 7), ("1 kB", nil), ("", nil), ("k", nil), ("-1", nil),
    ])
    func sizes(text: String, bytes: Int?) {
        #expect(Quantity.bytes(text) == bytes)
    }

    /// Up to nine digits are read.
    @Test(arguments: [0, 1, 1023, 1024, 1025, 1 << 20, 3 << 27, 86_400_000, 999_999_999])
    func whatIsWrittenIsReadBack(number: Int) {
        #expect(Quantity.bytes(Quantity.text(bytes: number)) == number)
        #expect(Quantity.milliseconds(Quantity.text(milliseconds: number)) == number)
    }

    @Test(arguments: ["20/min", "5/s", "1000/h", "999999999/s"])
    func rates(text: String) {
        #expect(RateLimit(text)?.text == text)
    }

    @Test(arguments: ["", "20", "20/", "/min", "0/s", "-1/s", "1/S", "1/s/s", "1 /s"])
    func whatIsNoRate(text: String) {
        #expect(RateLimit(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:1", true), ("127.255.0.9:1", true), ("[::1]:1", true), ("unix:/run/x", true),
        ("0.0.0.0:1", false), ("[::]:1", false), ("192.0.2.1:1", false), ("[::2]:1", false),
    ])
    func loopback(address: String, isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(address)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "::10.1.2.3", false),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("192.0.2.128/25", "192.0.2.200", true), ("192.0.2.128/25", "192.0.2.100", false),
        ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "::1", false), ("::/0", "192.0.2.1", false),
        ("::/0", "::ffff:192.0.2.1", true),
    ])
    func networks(network: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(network))
        let bytes = try #require(InternetAddress(address)).bytes
        #expect(range.contains(bytes) == isInside)
    }

    @Test func aPublicAddressHasParts() throws {
        let url = try #require(PublicURL("https://L10n.example.org:8443/a/b//"))
        #expect(url.scheme == "https" && url.authority == "l10n.example.org:8443")
        #expect(url.basePath == "/a/b" && url.origin == "https://l10n.example.org:8443")
    }
}
