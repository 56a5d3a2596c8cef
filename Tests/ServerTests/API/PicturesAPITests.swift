import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import Pictures
import TestKit
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// Pictures of strings over HTTP, and on pages.
@Suite struct PicturesAPITests {
    private static let base = "/api/v1/projects/shop"
    private static let attach = base + "/string/picture?key=cart.title"

    private static func send(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ uri: String,
        _ token: String?, _ file: [UInt8]? = nil, type: String = "image/png"
    ) async throws -> TestResponse {
        var headers: HTTPFields = token.map { .bearer($0) } ?? [:]
        headers[.contentType] = file == nil ? nil : type
        return try await client.execute(
            uri: uri, method: method, headers: headers, body: file.map { ByteBuffer(bytes: $0) })
    }

    private static func screenshot(_ client: any TestClientProtocol) async throws -> String? {
        try await send(client, .get, base + "/string?key=cart.title", nil)
            .member("definition")?["screenshot"]?["url"]?.stringValue
    }

    @Test func aPictureIsStoredServedAndRemoved() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        let script = Array("<script>alert(1)</script>".utf8)
        try await server.run { client in
            let made = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.png(trailer: script))
            #expect(made.status == .ok, "\(made.text)")
            let reference = try #require(made.member("screenshot")?.stringValue)
            #expect(try await Self.screenshot(client) == reference)
            let uri = Self.base + "/" + reference
            let shown = try await Self.send(client, .get, uri, nil)
            #expect(shown.status == .ok)
            #expect(shown.headers[.contentType] == "image/png")
            #expect(shown.headers[.xContentTypeOptions] == "nosniff")
            #expect(shown.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(shown.headers[.crossOriginResourcePolicy] == "same-origin")
            #expect(shown.headers[.cacheControl] == "private, no-cache")
            let bytes = Array(buffer: shown.body)
            #expect(PictureFormat(signatureOf: bytes) == .png)
            #expect(bytes.firstRange(of: script) == nil)
            let again = try await client.execute(
                uri: uri, method: .get, headers: [.ifNoneMatch: shown.headers[.eTag] ?? ""])
            #expect(again.status == .notModified)
            // The type is that of the name, and not of the picture.
            let other = try await Self.send(
                client, .get, uri.replacing(".png", with: ".jpg"), nil)
            #expect(other.status == .notFound && other.code == "no-text")

            let gone = try await Self.send(client, .delete, Self.attach, token)
            #expect(gone.status == .ok, "\(gone.text)")
            #expect(try await Self.screenshot(client) == nil)
            #expect(try await Self.send(client, .get, uri, nil).status == .notFound)
            // It does not come back.
            let refused = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.png())
            #expect(refused.status == .conflict && refused.code == "exists", "\(refused.text)")
            let photograph = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.jpeg(), type: "image/jpeg")
            let photo = try #require(photograph.member("screenshot")?.stringValue)
            #expect(photo.hasSuffix(".jpg"))
            let jpeg = try await Self.send(client, .get, Self.base + "/" + photo, nil)
            #expect(jpeg.headers[.contentType] == "image/jpeg")
            let removed = try await Self.send(client, .delete, Self.base + "/" + photo, token)
            #expect(removed.status == .noContent)
            #expect(
                try await Self.send(client, .get, Self.base + "/" + photo, nil).status
                    == .notFound)
        }
        // No commit contains a removed picture.
        let objects = try server.sandbox.git(
            "rev-list", "--objects", "refs/dragoman/pictures", in: "shop")
        let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
        #expect(
            objects.split(separator: "\n").filter { $0.contains(".") }
                .allSatisfy { $0.hasPrefix(empty) }, "\(objects)")
    }

    @Test(arguments: [
        (Array("<html><script>alert(1)</script>".utf8), "image/png", 422, "invalid-file"),
        (Array("GIF89a".utf8), "image/gif", 415, "media-type"),
        (SamplePicture.png(), "text/html", 415, "media-type"),
        (
            SamplePicture.png(width: 60_000, height: 60_000, isHollow: true), "image/png", 422,
            "invalid-file"
        ),
        ([UInt8](repeating: 0x89, count: Picture.maximumBytes + 1), "image/png", 413, "too-large"),
        (Array(SamplePicture.png().prefix(40)), "image/jpeg", 422, "invalid-file"),
    ])
    func otherFilesAreRefused(
        file: [UInt8], type: String, status: Int, code: String
    ) async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run { client in
            let answer = try await Self.send(
                client, .put, Self.attach, token, file, type: type)
            #expect(answer.status.code == status && answer.code == code, "\(answer.text)")
            #expect(try await Self.screenshot(client) == nil)
        }
    }

    @Test func onlyAdminsChangePictures() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let reviewer = try server.token(.review, email: "rosa@example.org")
        try await server.run("    testers = open\n") { client in
            let made = try await Self.send(
                client, .put, Self.attach, admin, SamplePicture.png())
            let uri = Self.base + "/" + (made.member("screenshot")?.stringValue ?? "")
            for (method, path) in [
                (HTTPRequest.Method.put, Self.attach), (.delete, Self.attach), (.delete, uri),
            ] {
                let file = method == .put ? SamplePicture.png() : nil
                let refused = try await Self.send(client, method, path, reviewer, file)
                #expect(refused.status == .forbidden, "\(path)")
                let nobody = try await Self.send(client, method, path, nil, file)
                #expect(nobody.status == .unauthorized, "\(path)")
            }
            #expect(try await Self.send(client, .get, uri, nil).status == .unauthorized)
            #expect(try await Self.send(client, .get, uri, reviewer).status == .ok)
        }
    }

    @Test func definitionsNameOnlyStoredPictures() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run { client in
            let admin = APIClient(client: client).with(token: token)
            func edit(_ reference: String) async throws -> TestResponse {
                try await admin.send(
                    .patch, "/string?section=auth&key=login.title",
                    #"{"screenshot":"\#(reference)"}"#)
            }
            let unknown = "pictures/\(String(repeating: "0", count: 64)).png"
            let refused = try await edit(unknown)
            #expect(refused.status == .badRequest && refused.code == "invalid-value")
            let added = try await admin.post(
                "/strings", #"{"key":"new","value":"New","screenshot":"\#(unknown)"}"#)
            #expect(added.status == .badRequest && added.code == "invalid-value")
            let made = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.png())
            let reference = try #require(made.member("screenshot")?.stringValue)
            #expect(try await edit(reference).status == .ok)
            let shown = try await admin.get("/string?section=auth&key=login.title")
                .member("definition")?["screenshot"]
            #expect(shown?["url"]?.stringValue == reference)
            #expect(reference.contains(try #require(shown?["sha256"]?.stringValue)))
        }
    }

    @Test func aPictureOfTwoStringsStays() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        let other = Self.base + "/string/picture?section=auth&key=login.title"
        try await server.run { client in
            var reference = ""
            for address in [Self.attach, other] {
                let made = try await Self.send(client, .put, address, token, SamplePicture.png())
                reference = try #require(made.member("screenshot")?.stringValue)
            }
            let uri = Self.base + "/" + reference
            #expect(try await Self.send(client, .delete, Self.attach, token).status == .ok)
            #expect(try await Self.screenshot(client) == nil)
            #expect(try await Self.send(client, .get, uri, nil).status == .ok)
            #expect(try await Self.send(client, .delete, other, token).status == .ok)
            #expect(try await Self.send(client, .get, uri, nil).status == .notFound)
        }
    }

    /// A picture belongs to the whole project.
    @Test func aTokenForOneLanguageRemovesNoPicture() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin, locales: ["en"])
        try await server.run(options: PageBrowser.withPages) { client in
            let made = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.png())
            #expect(made.status == .ok, "\(made.text)")
            let reference = try #require(made.member("screenshot")?.stringValue)
            for uri in [Self.attach, Self.base + "/" + reference] {
                let refused = try await Self.send(client, .delete, uri, token)
                #expect(refused.status == .forbidden && refused.code == "scope", "\(uri)")
            }
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let form = try await browser.get(
                "/projects/shop/strings/edit?section=default&key=cart.title")
            #expect(form.text.contains(reference) && !form.text.contains("name=\"remove\""))
            for field in [("remove", "1"), ("proposal", "0")] {
                let refused = try await browser.post(
                    "/projects/shop/string/picture",
                    [
                        ("form-token", form.field("form-token")), ("section", "default"),
                        ("key", "cart.title"), ("back", "/"), ("in", "en"), field,
                    ])
                #expect(refused.text.contains("limited to some languages"), "\(field)")
            }
            #expect(try await Self.screenshot(client) == reference)
        }
    }

    /// Somebody who can push to the repository may put other bytes under a picture's name.
    @Test func otherBytesAreNotServed() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run { client in
            let made = try await Self.send(
                client, .put, Self.attach, token, SamplePicture.png())
            let reference = try #require(made.member("screenshot")?.stringValue)
            let name = reference.dropFirst("pictures/".count)
            let script = """
                blob=$(printf '<script>alert(1)</script>' | git hash-object -w --stdin)
                inner=$(printf '100644 blob %s\\t%s\\n' $blob \(name) | git mktree)
                outer=$(printf '040000 tree %s\\t%s\\n' $inner \(name.prefix(2)) | git mktree)
                git update-ref refs/dragoman/pictures $(git commit-tree $outer -m evil)
                """
            let pushed = try server.sandbox.execute("/bin/sh", ["-ec", script], in: "shop")
            #expect(pushed.status == 0, "\(pushed.errors)")
            let shown = try await Self.send(client, .get, Self.base + "/" + reference, nil)
            #expect(shown.status == .notFound && !shown.text.contains("alert"))
        }
    }

    @Test func pagesShowThePictureAndItsForm() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let edit = "/projects/shop/strings/edit?section=default&key=cart.title"
            let form = try await browser.get(edit)
            #expect(form.text.contains("enctype=\"multipart/form-data\""))
            let boundary = "----boundary"
            var body: [UInt8] = []
            for (name, value) in [
                ("form-token", form.field("form-token")), ("section", "default"),
                ("key", "cart.title"), ("back", "/"), ("in", "en"),
            ] {
                body += Array(
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
                        .utf8)
            }
            body += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                    .utf8)
            body += SamplePicture.png() + Array("\r\n--\(boundary)--\r\n".utf8)
            let cookie = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let sent = try await client.execute(
                uri: "/projects/shop/string/picture", method: .post,
                headers: [
                    .cookie: cookie, .origin: "http://localhost:8080",
                    .contentType: "multipart/form-data; boundary=\(boundary)",
                ], body: ByteBuffer(bytes: body))
            #expect(sent.status == .seeOther, "\(sent.text)")
            let reference = try #require(try await Self.screenshot(client))
            let source = "src=\"\(Self.base)/\(reference)\""
            for path in [
                "/projects/shop/languages/de/string?section=default&key=cart.title",
                "/projects/shop/languages/en/string?section=default&key=cart.title", edit,
            ] {
                #expect(try await browser.get(path).text.contains(source), "\(path)")
            }
            let answer = try await browser.post(
                "/projects/shop/string/picture",
                [
                    ("form-token", form.field("form-token")), ("section", "default"),
                    ("key", "cart.title"), ("back", "/"), ("in", "en"), ("remove", "1"),
                ])
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(try await Self.screenshot(client) == nil)
            let picture = try await Self.send(client, .get, Self.base + "/" + reference, nil)
            #expect(picture.status == .notFound)
            #expect(!(try await browser.get(edit)).text.contains(source))
            let nothing = try await browser.post(
                "/projects/shop/string/picture",
                [
                    ("form-token", form.field("form-token")), ("section", "default"),
                    ("key", "cart.title"), ("back", "/"),
                ])
            #expect(nothing.text.contains("No picture was chosen."))
        }
    }
}
