import Hosting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Server

/// Parsing of small parts of requests.
@Suite struct RequestReadingTests {
    @Test(arguments: [
        ("", [("", "")].dropLast()), ("a=b&c", [("a", "b"), ("c", "")][...]),
        ("a=b=c&&x=", [("a", "b=c"), ("x", "")][...]),
        ("%61=%62+%2B", [("a", "b +")][...]),
    ]) func queries(text: String, items: ArraySlice<(String, String)>) throws {
        let query = try Query(text, isLenient: false)
        #expect(query.items.map(\.name) == items.map(\.0))
        #expect(query.items.map(\.value) == items.map(\.1))
    }

    @Test func lenientQueriesKeepPercentSigns() throws {
        #expect(try Query("a=100%", isLenient: true)["a"] == "100%")
        #expect(try Query("a=%4", isLenient: true)["a"] == "%4")
        #expect(try Query("a=%zz%41", isLenient: true)["a"] == "%zzA")
    }

    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar"),
    ]) func base64(text: String, plain: String) {
        #expect(Base64.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9-"])
    func noBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.0/24"), ("::ffff:192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
    ]) func addresses(text: String, network: String) {
        #expect(ClientAddress(text)?.network == network)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "::g", "localhost", "1.2.3.4/8", "[::1]",
    ])
    func noAddresses(text: String) {
        #expect(ClientAddress(text) == nil)
    }

    @Test func loopback() {
        #expect(ClientAddress("127.1.2.3")?.isLoopback == true)
        #expect(ClientAddress("::1")?.isLoopback == true)
        #expect(ClientAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(ClientAddress("128.0.0.1")?.isLoopback == false)
        #expect(ClientAddress("fe80::1%eth0") == ClientAddress("fe80::1"))
    }

    @Test func aNetworkOfSixIsOneClient() {
        #expect(ClientAddress("2001:db8::1")?.client == ClientAddress("2001:db8::ffff:2")?.client)
        #expect(ClientAddress("2001:db8::1")?.client != ClientAddress("2001:db8:0:1::1")?.client)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("0.0.0.0/0", "1.2.3.4", true),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("fd00::/8", "fdab::1", true),
        ("fd00::/8", "fe00::1", false), ("2001:db8::/65", "2001:db8::7fff:0:0:1", true),
        ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1/128", "::1", true),
        ("0.0.0.0/0", "::1", false),
    ]) func blocks(block: String, address: String, isIn: Bool) throws {
        let block = try #require(AddressRange(block))
        #expect(block.contains(try #require(ClientAddress(address))) == isIn)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129", "/8"])
    func noBlocks(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        ("192.0.2.1", "X-Forwarded-For", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.1", "X-Forwarded-For", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "X-Forwarded-For", "1.1.1.1, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "X-Forwarded-For", "rubbish", "10.0.0.1"),
        ("10.0.0.1", "X-Forwarded-For", "1.1.1.1, rubbish, 10.0.0.2", "10.0.0.2"),
        (
            "10.0.0.1", "Forwarded", "for=1.1.1.1, for=\"[2001:db8::9]:47\";proto=https",
            "2001:db8::9"
        ),
        ("10.0.0.1", "Forwarded", "proto=https;For=198.51.100.7:8080", "198.51.100.7"),
        ("10.0.0.1", "Forwarded", "for=_hidden", "10.0.0.1"),
        ("10.0.0.1", "X-Other", "1.1.1.1", "10.0.0.1"),
    ]) func forwarded(peer: String, name: String, value: String, client: String) throws {
        let headers: HTTPFields = [try #require(HTTPField.Name(name)): value]
        let found = ForwardedAddresses.client(
            of: try #require(ClientAddress(peer)), headers: headers,
            proxies: [try #require(AddressRange("10.0.0.0/8"))])
        #expect(found == ClientAddress(client))
    }

    @Test(arguments: [
        ("https://l10n.example.org/t", "https://l10n.example.org", "/t"),
        ("http://localhost:8080", "http://localhost:8080", ""),
        ("https://h/a/b//", "https://h", "/a/b"),
    ]) func links(text: String, origin: String, base: String) throws {
        let links = try Links(text)
        #expect(links.origin == origin)
        #expect(links.basePath == base)
    }

    @Test(arguments: [
        "", "localhost:8080", "ftp://h", "https://", "https:///t", "https://h?x", "https://h/#x",
        "https://h/ä",
    ])
    func noLinks(text: String) {
        #expect(throws: Links.InvalidAddress(address: text)) { try Links(text) }
    }

    @Test(arguments: ["\"a\"", "W/\"a\"", "\"\""]) func tags(text: String) {
        #expect(EntityTag(text)?.field == text)
    }

    @Test(arguments: ["", "a", "\"", "\"a", "w/\"a\"", "\"a\"b\""]) func noTags(text: String) {
        #expect(EntityTag(text) == nil)
    }

    @Test(arguments: [
        (["gzip"], true), (["br, x-gzip"], true), (["gzip;q=0.000"], false), (["*;q=0.1"], true),
        (["*, gzip;q=0"], false),
        ([], false), (["identity"], false), (["br", "GZIP ; q=1"], true),
    ]) func codings(fields: [String], takes: Bool) {
        #expect(ContentCoding.takesGzip(fields) == takes)
    }
}

@Suite struct ProxyTests {
    @Test func proxiesAreKnownByTheirAddresses() throws {
        let proxies = [try #require(AddressRange("127.0.0.0/8"))]
        #expect(ForwardedAddresses.isProxy(try #require(ClientAddress("127.0.0.1")), proxies))
        #expect(!ForwardedAddresses.isProxy(try #require(ClientAddress("10.0.0.1")), proxies))
        // Clients on a local socket are proxies, if any proxies are configured.
        #expect(ForwardedAddresses.isProxy(.local, proxies))
        #expect(!ForwardedAddresses.isProxy(.local, []))
    }

    @Test func aProxyOnThisMachineMayNotReadTheMetrics() async throws {
        let app = try await TestServer().application([]) {
            $0.proxies = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
        }
        try await app.test(.live) { client async throws in
            let answer = try await client.execute(uri: "/metrics", method: .get)
            #expect(answer.status == .unauthorized)
        }
        try await TestServer().application([]).test(.live) { client async throws in
            let answer = try await client.execute(uri: "/metrics", method: .get)
            #expect(answer.status == .ok)
        }
    }
}
