@testable import Sync
import Testing
import Translation
import Workspace

struct RemoteAddressTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let kind: RemoteAddress.Kind
        var user: String?
        var host = ""
        var port: Int?
        let path: String
        let name: String
        var testDescription: String { text }
    }

    private static let cases = [
        Case(text: "/srv/app.git", kind: .path, path: "/srv/app.git", name: "app"),
        Case(text: "../app", kind: .path, path: "/home/app", name: "app"),
        Case(text: "./a:b", kind: .path, path: "/home/ines/a:b", name: "a:b"),
        Case(text: "/srv/app/.git", kind: .path, path: "/srv/app/.git", name: "app"),
        Case(text: "file:///srv/a%20b.git", kind: .path, path: "/srv/a b.git", name: "a b"),
        Case(
            text: "git@host.example:team/app.git", kind: .ssh, user: "git", host: "host.example",
            path: "team/app.git", name: "app"),
        Case(
            text: "[host:2222]:app", kind: .ssh, host: "host", port: 2222, path: "app", name: "app"),
        Case(
            text: "ssh://ines@host:2222/~/app.git/", kind: .ssh, user: "ines", host: "host",
            port: 2222, path: "/~/app.git/", name: "app"),
        Case(
            text: "ssh://[::1]:22/app", kind: .ssh, host: "::1", port: 22, path: "/app", name: "app"
        ),
        Case(
            text: "https://ines:secret@host/a/b.git", kind: .http(isEncrypted: true), user: "ines",
            host: "host", path: "/a/b.git", name: "b"),
        Case(
            text: "HTTP://host:8080/b", kind: .http(isEncrypted: false), host: "host", port: 8080,
            path: "/b", name: "b"),
        Case(text: "git://host/b.git", kind: .git, host: "host", path: "/b.git", name: "b"),
        // A combining mark does not hide the slash, colon or at sign before it.
        Case(text: "file:///\u{200D}", kind: .path, path: "/\u{200D}", name: "\u{200D}"),
        Case(
            text: "http://host/\u{301}.localhost/../\u{301}x", kind: .http(isEncrypted: false),
            host: "host", path: "/\u{301}.localhost/../\u{301}x", name: "\u{301}x"),
        Case(
            text: "https://ines:secret@\u{301}host/x", kind: .http(isEncrypted: true), user: "ines",
            host: "\u{301}host", path: "/x", name: "x"),
    ]

    @Test(arguments: cases)
    private func `an address is read as git reads it`(_ expected: Case) throws {
        let address = try RemoteAddress(expected.text, from: "/home/ines")
        #expect(address.kind == expected.kind)
        #expect(address.user == expected.user)
        #expect(address.host == expected.host)
        #expect(address.port == expected.port)
        #expect(address.path == expected.path)
        #expect(address.directoryName == expected.name)
    }

    @Test(arguments: [
        "", "-oProxyCommand=evil", "ext::sh -c evil", "ssh://-oProxyCommand=evil/x",
        "-x@host:path", "host:-x", "ssh://host:99999/x", "ssh:///x", "ftp://host/x",
        "file://server/x", "https://ho\nst/x", ":path", "git://", "file:///srv/a%00b", "a b:c",
    ])
    func `what is no address, or could start a program, is refused`(_ text: String) {
        do {
            let address = try RemoteAddress(text, from: "/")
            Issue.record("\(address)")
        } catch {
            #expect((error as? Refusal)?.code == .invalidValue)
        }
    }

    @Test func `a password is never shown`() throws {
        func shown(_ text: String) throws -> String { try RemoteAddress(text, from: "/").shown }
        #expect(try shown("https://ines:secret@host/a") == "https://ines@host/a")
        #expect(try shown("https://ines:se@cret@host/a@b") == "https://ines@host/a@b")
        #expect(try shown("https://host/a") == "https://host/a")
        let marked = try shown("https://ines:secret@\u{301}host/a")
        #expect(marked.utf8.elementsEqual("https://ines@\u{301}host/a".utf8), "\(marked)")
        #expect(Exchange.shown("ftp://ines:secret@host/a") == "ftp://…@host/a")
        let refusal = #expect(throws: Refusal.self) { try shown("https://u:pa/ss@host/") }
        #expect(refusal.map { !$0.message.contains("pa/") && !$0.message.contains("ss@") } ?? true)
    }
}
