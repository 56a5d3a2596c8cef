import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import TestKit
import Testing

@testable import Server

/// Testers' pictures, which belong to their proposals.
@Suite struct ProposalPictureTests {
    private static let base = "/api/v1/projects/shop"
    private static let guid = "guid-of-a-tester"

    private static func upload(
        _ client: any TestClientProtocol, _ file: [UInt8], guid: String? = guid,
        _ more: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = more
        headers[.dragomanGuid] = guid
        headers[.contentType] = "image/png"
        return try await client.execute(
            uri: base + "/pictures", method: .post, headers: headers,
            body: ByteBuffer(bytes: file))
    }

    private static func propose(
        _ client: any TestClientProtocol, _ picture: String, _ value: String = "Korb",
        guid: String = guid
    ) async throws -> TestResponse {
        try await APIClient(client: client).with(guid: guid).post(
            "/proposals",
            #"{"locale":"de","key":"cart.title","value":"\#(value)","picture":"\#(picture)"}"#)
    }

    /// Removes the picture of a proposal, as the form on its card does.
    private static func remove(
        pictureOf proposal: String, _ browser: inout PageBrowser
    ) async throws -> PageBrowser.Page {
        let review = "/projects/shop/languages/de/review"
        let page = try await browser.get(review)
        return try await browser.post(
            "/projects/shop/string/picture",
            [
                ("form-token", page.field("form-token")), ("proposal", proposal),
                ("back", review),
            ])
    }

    @Test func aTestersPictureBelongsToTheProposal() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let reviewer = try server.token(.review, email: "rosa@example.org")
        try await server.run(options: PageBrowser.withPages) { client in
            let sent = try await Self.upload(client, SamplePicture.png())
            #expect(sent.status == .created, "\(sent.text)")
            #expect(sent.headers[.cacheControl] == "private, no-store")
            let picture = try #require(sent.member("picture")?.stringValue)
            let made = try await Self.propose(client, picture)
            #expect(made.status == .created, "\(made.text)")
            let id = try #require(made.member("proposal")?.stringValue)
            let row = try await APIClient(client: client).get("/proposals/\(id)")
            #expect(row.member("picture")?.stringValue == picture)
            // The string stays as it was.
            let string = try await APIClient(client: client).get("/string?key=cart.title")
            #expect(string.member("definition")?["screenshot"] == nil)

            let source = "src=\"\(Self.base)/\(picture)\""
            let removal = "action=\"/projects/shop/string/picture\""
            let pages = ["string?section=default&key=cart.title", "review"]
            for (token, mayRemove) in [(reviewer, false), (admin, true)] {
                var browser = PageBrowser(client)
                try await browser.signIn(token)
                for path in pages {
                    let page = try await browser.get("/projects/shop/languages/de/" + path)
                    #expect(page.text.contains(source), "\(path)")
                    #expect(page.text.contains(removal) == mayRemove, "\(path)")
                    #expect(page.text.contains("alt=\"Picture of the proposal by App tester "))
                    let label = "aria-label=\"Remove the picture of the proposal by App tester "
                    #expect(page.text.contains(label) == mayRemove, "\(path)")
                    let sentence = "The picture is removed for good, unless"
                    #expect(page.text.contains(sentence) == mayRemove, "\(path)")
                }
            }
            var browser = PageBrowser(client)
            try await browser.signIn(admin)
            let answer = try await Self.remove(pictureOf: id, &browser)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let after = try await browser.get("/projects/shop/languages/de/review")
            #expect(after.text.contains("Korb") && !after.text.contains(source))
            let gone = try await client.execute(uri: Self.base + "/" + picture, method: .get)
            #expect(gone.status == .notFound)
        }
    }

    /// Somebody who proposes with the picture of another proposal must not get it removed.
    @Test func aPictureInUseStays() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            let sent = try await Self.upload(client, SamplePicture.png())
            let picture = try #require(sent.member("picture")?.stringValue)
            var ids: [String] = []
            for (value, guid) in [("Korb", "guid-of-one"), ("Tasche", "guid-of-two")] {
                let made = try await Self.propose(client, picture, value, guid: guid)
                ids.append(try #require(made.member("proposal")?.stringValue))
            }
            func isThere() async throws -> Bool {
                try await client.execute(uri: Self.base + "/" + picture, method: .get).status
                    == .ok
            }
            var browser = PageBrowser(client)
            try await browser.signIn(admin)
            let kept = try await Self.remove(pictureOf: ids[1], &browser)
            #expect(
                kept.text.contains("This picture is also used by: \(ids[0])"), "\(kept.text)")
            #expect(try await isThere())
            // Decided proposals do not count.
            let refused = try await APIClient(client: client).with(token: admin).post(
                "/proposals/reject", #"{"ids":["\#(ids[0])"],"code":"style"}"#)
            #expect(refused.status == .ok, "\(refused.text)")
            let removed = try await Self.remove(pictureOf: ids[1], &browser)
            #expect(removed.status == .seeOther, "\(removed.text)")
            #expect(try await !isThere())
        }
    }

    /// Somebody who proposes with the screenshot of a string must not get it removed.
    @Test func theScreenshotOfAStringStays() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var headers: HTTPFields = .bearer(admin)
            headers[.contentType] = "image/png"
            let attached = try await client.execute(
                uri: Self.base + "/string/picture?key=cart.title", method: .put,
                headers: headers, body: ByteBuffer(bytes: SamplePicture.png()))
            let picture = try #require(attached.member("screenshot")?.stringValue)
            let made = try await Self.propose(client, picture)
            let id = try #require(made.member("proposal")?.stringValue)
            var browser = PageBrowser(client)
            try await browser.signIn(admin)
            let kept = try await Self.remove(pictureOf: id, &browser)
            #expect(
                kept.text.contains("This picture is also used by: cart.title"), "\(kept.text)")
            let shown = try await client.execute(uri: Self.base + "/" + picture, method: .get)
            #expect(shown.status == .ok)
        }
    }

    @Test func onlyStoredPicturesAreTaken() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            for picture in [
                "https://evil.example/a.png", "pictures/\(String(repeating: "0", count: 64)).png",
                "", "../a.png",
            ] {
                let refused = try await Self.propose(client, picture)
                #expect(refused.status == .badRequest, "\(picture): \(refused.text)")
                #expect(refused.code == "invalid-value", "\(picture)")
            }
            for file in [
                Array("<html>".utf8),
                SamplePicture.png(width: 9_999, height: 9_999, isHollow: true),
            ] {
                let refused = try await Self.upload(client, file)
                #expect(refused.status.code == 422, "\(refused.text)")
            }
        }
    }

    @Test func picturesHaveALimitOfTheirOwn() async throws {
        let server = try ProjectServer()
        let person = try server.token(.propose)
        try await server.run(
            "    public = true\n    testers = open\n[limits]\n    testerPictures = 2\n    dailyPictures = 3\n"
        ) { client in
            func status(_ shade: UInt8, _ guid: String) async throws -> Int {
                try await Self.upload(client, SamplePicture.png(shade: shade), guid: guid)
                    .status.code
            }
            #expect(try await status(1, "guid-of-one") == 201)
            #expect(try await status(2, "guid-of-one") == 201)
            #expect(try await status(3, "guid-of-one") == 429)
            #expect(try await status(4, "guid-of-two") == 201)
            #expect(try await status(5, "guid-of-three") == 429)
            // People with a token are not testers, and proposals go on.
            let own = try await Self.upload(
                client, SamplePicture.png(shade: 6), guid: nil, .bearer(person))
            #expect(own.status == .created, "\(own.text)")
            let made = try await APIClient(client: client).with(guid: "guid-of-one").post(
                "/proposals", #"{"locale":"de","key":"cart.title","value":"Korb"}"#)
            #expect(made.status == .created)
        }
    }

    /// Testers must not block people.
    @Test func testersPicturesHaveATotalSize() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let person = try server.token(.propose)
        try await server.run(
            "    public = true\n    testers = open\n[limits]\n    pictureBytes = 1\n"
        ) { client in
            #expect(try await Self.upload(client, SamplePicture.png(shade: 1)).status == .created)
            let full = try await Self.upload(client, SamplePicture.png(shade: 2))
            #expect(full.status == .tooManyRequests, "\(full.text)")
            // A picture that is already stored needs no room.
            #expect(try await Self.upload(client, SamplePicture.png(shade: 1)).status == .created)
            let own = try await Self.upload(
                client, SamplePicture.png(shade: 4), guid: nil, .bearer(person))
            #expect(own.status == .created, "\(own.text)")
            var headers: HTTPFields = .bearer(admin)
            headers[.contentType] = "image/png"
            let attached = try await client.execute(
                uri: Self.base + "/string/picture?key=cart.title", method: .put,
                headers: headers, body: ByteBuffer(bytes: SamplePicture.png(shade: 3)))
            #expect(attached.status == .ok, "\(attached.text)")
        }
    }

    @Test func aTesterWithTooManyProposalsSendsNoPictures() async throws {
        let server = try ProjectServer()
        try await server.run(
            "    public = true\n    testers = open\n[limits]\n    openProposals = 1\n"
        ) { client in
            let sent = try await Self.upload(client, SamplePicture.png(shade: 1))
            let picture = try #require(sent.member("picture")?.stringValue)
            #expect(try await Self.propose(client, picture).status == .created)
            let refused = try await Self.upload(client, SamplePicture.png(shade: 2))
            #expect(refused.status == .tooManyRequests, "\(refused.text)")
        }
    }

    @Test(arguments: [("off", 403), ("app", 401)])
    func testersNeedTheProjectsPermission(testers: String, status: Int) async throws {
        let server = try ProjectServer()
        try await server.run("    public = true\n    testers = \(testers)\n") { client in
            let refused = try await Self.upload(client, SamplePicture.png())
            #expect(refused.status.code == status, "\(refused.text)")
        }
        try await server.run { client in
            let bare = try await Self.upload(client, SamplePicture.png(), guid: nil)
            #expect(bare.status == .badRequest && bare.code == "no-guid", "\(bare.text)")
            let production = try await Self.upload(
                client, SamplePicture.png(), [.dragomanEnvironment: "production"])
            #expect(production.status == .forbidden && production.code == "production")
        }
    }
}
