import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import TestKit
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
        _ client: any TestClientProtocol, _ token: String, mark: String?
    ) async throws -> TestResponse {
        var headers: HTTPFields = .bearer(token)
        headers[.contentType] = "image/png"
        return try await client.execute(
            uri: base + "/string/picture?key=cart.title" + (mark.map { "&mark=\($0)" } ?? ""),
            method: .put, headers: headers, body: ByteBuffer(bytes: SamplePicture.png()))
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
            for (mark, message) in [
                ("1,0,4,3", "which has 4 × 3 pixels"), ("1,0", "“mark” is not a place"),
                ("", "“mark” is not a place"),
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
                    page.contains("<image href=\"\(Self.base)/\(name)\" width=\"4\" height=\"3\""))
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
            #expect(form.text.contains("The picture has 4 × 3 pixels."))
            #expect(form.text.contains("name=\"mark\"") && !form.text.contains("name=\"unmark\""))
            func press(_ button: String, _ numbers: [String]) async throws -> PageBrowser.Page {
                try await browser.post(
                    "/projects/shop/string/picture",
                    [
                        ("form-token", form.field("form-token")), ("section", "default"),
                        ("key", "cart.title"), ("back", "/"), ("in", "de"), (button, "1"),
                    ] + zip(["x", "y", "width", "height"], numbers))
            }
            let marked = try await press("mark", ["1", "0", "2", "3"])
            #expect(marked.status == .seeOther, "\(marked.text)")
            #expect(try await Self.screenshot(admin) == name + "#xywh=1,0,2,3")
            let again = try await browser.get(Self.edit)
            #expect(again.field("x") == "1" && again.field("height") == "3")
            for numbers in [["1", "0", "4", "3"], ["", "", "", ""], ["a", "0", "1", "1"], []] {
                let refused = try await press("mark", numbers)
                #expect(
                    refused.text.contains("This place is not in the picture, which has 4 × 3"),
                    "\(numbers): \(refused.text)")
            }
            #expect(try await Self.screenshot(admin) == name + "#xywh=1,0,2,3")
            let removed = try await press("unmark", ["", "", "", ""])
            #expect(removed.status == .seeOther, "\(removed.text)")
            #expect(try await Self.screenshot(admin) == name)
            _ = try await admin.send(.delete, "/string/picture?key=cart.title", "")
            let nothing = try await press("mark", ["1", "0", "2", "3"])
            #expect(nothing.text.contains("No picture was chosen."), "\(nothing.text)")
        }
    }
}
