import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import TestKit
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The marked places of texts in pictures, over HTTP and on pages.
@Suite struct PictureMarkTests {
    private static let base = "/api/v1/projects/shop"
    private static let string = "/string?key=cart.title"
    private static let edit = "/projects/shop/strings/edit?section=default&key=cart.title"

    /// Attaches a picture of 4 × 3 pixels to a string.
    private static func attach(
        _ client: any TestClientProtocol, _ token: String, mark: String?, shade: UInt8 = 90
    ) async throws -> TestResponse {
        var headers: HTTPFields = .bearer(token)
        headers[.contentType] = "image/png"
        return try await client.execute(
            uri: base + "/string/picture?key=cart.title" + (mark.map { "&mark=\($0)" } ?? ""),
            method: .put, headers: headers, body: ByteBuffer(bytes: SamplePicture.png(shade: shade))
        )
    }

    private static func screenshot(_ client: APIClient) async throws -> String? {
        try await client.get(string).member("definition")?["screenshot"]?["url"]?.stringValue
    }

    @Test func aScreenshotHasAMark() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run { client in
            let admin = APIClient(client: client).with(token: token)
            let made = try await Self.attach(client, token, mark: "1,0,2,3")
            let reference = try #require(made.member("screenshot")?.stringValue, "\(made.text)")
            #expect(reference.hasSuffix("#xywh=1,0,2,3"))
            #expect(try await Self.screenshot(admin) == reference)
            let name = String(reference.prefix { $0 != "#" })
            for fragment in ["", "#xywh=0,0,4,1"] {
                let answer = try await admin.send(
                    .patch, Self.string, #"{"screenshot":"\#(name + fragment)"}"#)
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(try await Self.screenshot(admin) == name + fragment)
            }
            // The same picture keeps its mark.
            _ = try await Self.attach(client, token, mark: nil)
            #expect(try await Self.screenshot(admin) == name + "#xywh=0,0,4,1")
            for (mark, message) in [
                ("1,0,4,3", "which is 4 × 3 pixels"), ("1,0", "“mark” is not a valid mark"),
                ("", "“mark” is not a valid mark"),
            ] {
                let refused = try await Self.attach(client, token, mark: mark)
                #expect(refused.status == .badRequest && refused.code == "invalid-value")
                #expect(refused.text.contains(message), "\(refused.text)")
            }
            for fragment in ["#xywh=1,0,4,3", "#xywh=1", "#a"] {
                let refused = try await admin.send(
                    .patch, Self.string, #"{"screenshot":"\#(name + fragment)"}"#)
                #expect(refused.status == .badRequest && refused.code == "invalid-value")
                let proposed = try await admin.post(
                    "/proposals",
                    #"{"locale":"de","key":"cart.title","value":"K","picture":"\#(name + fragment)"}"#
                )
                #expect(proposed.status == .badRequest && proposed.code == "invalid-value")
            }
        }
    }

    @Test func pagesShowTheMarks() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            let made = try await Self.attach(client, token, mark: "1,0,2,3")
            let reference = try #require(made.member("screenshot")?.stringValue)
            let name = String(reference.prefix { $0 != "#" })
            let proposed = try await APIClient(client: client).with(guid: "guid-of-a-tester").post(
                "/proposals",
                #"{"locale":"de","key":"cart.title","value":"Korb","picture":"\#(name)#xywh=0,2,4,1"}"#
            )
            #expect(proposed.status == .created, "\(proposed.text)")
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            for path in [
                "/languages/de/string?section=default&key=cart.title", "/languages/de/review",
            ] {
                let page = try await browser.get("/projects/shop" + path).text
                #expect(
                    page.contains(
                        "<img src=\"\(Self.base)/\(name)\" alt=\"Screenshot\" width=\"4\" height=\"3\""
                    ))
                #expect(
                    page.contains("<rect x=\"1\" y=\"0\" width=\"2\" height=\"3\"/>"), "\(path)")
                #expect(
                    page.contains("<rect x=\"0\" y=\"2\" width=\"4\" height=\"1\"/>"), "\(path)")
            }
            // The proposal's use counts, although its mark differs.
            let kept = try await APIClient(client: client).with(token: token).send(
                .delete, "/string/picture?key=cart.title", "")
            #expect(kept.status == .ok, "\(kept.text)")
            let picture = try await client.execute(uri: Self.base + "/" + name, method: .get)
            #expect(picture.status == .ok)
        }
    }

    @Test func aFormSetsAndRemovesTheMark() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            let admin = APIClient(client: client).with(token: token)
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            #expect(!(try await browser.get(Self.edit)).text.contains("name=\"mark\""))
            let made = try await Self.attach(client, token, mark: nil)
            let name = try #require(made.member("screenshot")?.stringValue)
            let form = try await browser.get(Self.edit)
            #expect(form.text.contains("The picture is 4 × 3 pixels."))
            #expect(form.text.contains("name=\"mark\"") && !form.text.contains("name=\"unmark\""))
            func press(
                _ button: String, _ numbers: [String], on form: PageBrowser.Page
            ) async throws -> PageBrowser.Page {
                try await browser.post(
                    "/projects/shop/string/picture",
                    [
                        ("form-token", form.field("form-token")), ("section", "default"),
                        ("key", "cart.title"), ("back", "/"), ("in", "de"), (button, "1"),
                        ("picture", form.field("picture")),
                    ] + zip(["x", "y", "width", "height"], numbers))
            }
            let marked = try await press("mark", ["1", "0.0", "2", "03"], on: form)
            #expect(marked.status == .seeOther, "\(marked.text)")
            #expect(try await Self.screenshot(admin) == name + "#xywh=1,0,2,3")
            let again = try await browser.get(Self.edit)
            #expect(again.field("x") == "1" && again.field("height") == "3")
            for numbers in [
                ["1", "0", "4", "3"], ["", "", "", ""], ["a", "0", "1", "1"], [],
                ["0", "0", "1.5", "1"], ["1e300", "0", "1", "1"], ["nan", "0", "1", "inf"],
                ["4294967296", "4294967296", "4294967296", "4294967296"],
            ] {
                let refused = try await press("mark", numbers, on: form)
                #expect(
                    refused.text.contains("This place is not inside the picture, which is 4 × 3"),
                    "\(numbers): \(refused.text)")
            }
            #expect(try await Self.screenshot(admin) == name + "#xywh=1,0,2,3")
            let removed = try await press("unmark", ["", "", "", ""], on: form)
            #expect(removed.status == .seeOther, "\(removed.text)")
            #expect(try await Self.screenshot(admin) == name)
            // The numbers belong to the picture in the form.
            _ = try await Self.attach(client, token, mark: nil, shade: 7)
            let late = try await press("mark", ["1", "0", "2", "3"], on: form)
            #expect(
                late.text.contains("The picture has changed since this form was opened."),
                "\(late.text)")
            _ = try await admin.send(.delete, "/string/picture?key=cart.title", "")
            let nothing = try await press("mark", ["1", "0", "2", "3"], on: form)
            #expect(
                nothing.text.contains("The picture has changed since this form was opened."),
                "\(nothing.text)")
        }
    }

    /// Somebody who can push to the repository may store a picture without pixels.
    @Test func anEmptyPictureCannotBeMarked() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            let script = """
                printf '\\211PNG\\r\\n\\032\\n\\0\\0\\0\\rIHDR\\0\\0\\0\\0\\0\\0\\0\\0\\010\\002\\0\\0\\0\\0\\0\\0\\0' >f
                printf '\\0\\0\\0\\0IEND\\256B\\140\\202' >>f
                name=$(sha256sum f | cut -c1-64).png
                inner=$(printf '100644 blob %s\\t%s\\n' $(git hash-object -w f) $name | git mktree)
                outer=$(printf '040000 tree %s\\t%s\\n' $inner $(echo $name | cut -c1-2) | git mktree)
                git update-ref refs/dragoman/pictures $(git commit-tree $outer -m empty)
                printf %s $name
                """
            let pushed = try server.sandbox.execute("/bin/sh", ["-ec", script], in: "shop")
            let name = "pictures/" + pushed.output
            let admin = APIClient(client: client).with(token: token)
            let made = try await admin.send(.patch, Self.string, #"{"screenshot":"\#(name)"}"#)
            #expect(made.status == .ok, "\(made.text)")
            let marked = try await admin.send(
                .patch, Self.string, #"{"screenshot":"\#(name)#xywh=0,0,1,1"}"#)
            #expect(marked.status == .badRequest && marked.code == "invalid-value")
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let form = try await browser.get(Self.edit)
            #expect(form.status == .ok && !form.text.contains("name=\"mark\""), "\(form.text)")
        }
    }
}
