import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The forms that point and remove channels.
@Suite struct PointPageTests {
    private static let releases = "/projects/shop/releases"
    private static let point = releases + "/point"

    /// Returns the fields of the form that points a channel, without the signature.
    private func fields(_ page: PageBrowser.Page) -> [(String, String)] {
        let form = page.text.components("aria-label=\"Point the channel\"").last ?? ""
        let part = PageBrowser.Page(status: page.status, headers: page.headers, text: form)
        return [
            "form-token", "idempotency", "back", "channel", "to", "commit", "sequence", "versions",
            "seen",
        ].map { ($0, part.field($0).replacing("&gt;", with: ">").replacing("&lt;", with: "<")) }
    }

    @Test func aMaintainerPointsAChannelAfterSeeingWhatAppsGet() async throws {
        let server = try ProjectServer.withReleases()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.releases)
            #expect(list.text.contains(Self.point + "?channel=production\">Point…"), "\(list.text)")
            let empty = try await browser.get(Self.point + "?channel=production")
            #expect(!empty.text.contains("What apps would get"))
            let form = try await browser.get(
                Self.point + "?channel=production&to=v2&versions=%3E%3D4")
            #expect(form.status == .ok, "\(form.text)")
            #expect(form.text.contains("What apps would get"))
            #expect(form.text.contains("get v2 instead of v1, with sequence number 2."))
            #expect(form.text.contains("2 texts in 2 languages"))
            #expect(form.text.contains("Einkaufswagen"))
            #expect(
                form.text.contains(
                    "dragoman channel sign production v2 --sequence 2 "
                        + "--app-versions &#39;&gt;=4&#39;"), "\(form.text)")
            #expect(form.text.contains("apps with pinned keys keep the texts"))
            #expect(!form.text.contains("earlier release. Rolling"))
            let done = try await browser.post(Self.point, fields(form) + [("signature", "")])
            #expect(done.status == .seeOther, "\(done.text)")
            let after = try await browser.get(try #require(done.headers[.location]))
            #expect(after.text.contains("production points to v2 now."))
            let again = try await browser.post(Self.point, fields(form) + [("signature", "")])
            #expect(again.status == .seeOther, "a form that is sent twice: \(again.text)")
            #expect(after.text.contains("app versions &gt;=4"))
            // Rolling back.
            let back = try await browser.get(Self.point + "?channel=production&to=v1")
            #expect(back.text.contains("This is an earlier release."), "\(back.text)")
            #expect(back.text.contains("with sequence number 3."))
            let rolled = try await browser.post(Self.point, fields(back) + [("signature", "")])
            #expect(rolled.status == .seeOther, "\(rolled.text)")
        }
        let value = try server.cli("channel", "list", "--format", "json")
        #expect(value.contains(#""sequence": 3"#) && !value.contains("appVersions"), "\(value)")
        #expect(value.contains(try server.commit("v1")))
        #expect(value.contains("mara@example.org"), "\(value)")
    }

    @Test func aNewChannelIsMadeAndRemoved() async throws {
        let server = try ProjectServer.withReleases()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let form = try await browser.get(Self.point + "?channel=beta&to=v2")
            #expect(form.text.contains("All apps that follow beta get v2, with sequence number 1."))
            let done = try await browser.post(Self.point, fields(form))
            #expect(done.status == .seeOther, "\(done.text)")
            #expect(try await browser.get(Self.releases).text.contains("<code>beta</code>"))
            let question = try await browser.get(Self.releases + "/remove?channel=beta")
            #expect(question.text.contains("It points to v2."), "\(question.text)")
            let removed = try await browser.post(
                Self.releases + "/remove",
                ["form-token", "idempotency", "back"].map { ($0, question.field($0)) }
                    + ["channel", "seen"].map { ($0, question.typed($0)) })
            #expect(removed.status == .seeOther, "\(removed.text)")
            #expect(try await !browser.get(Self.releases).text.contains("<code>beta</code>"))
            let none = try await browser.get(Self.releases + "/remove?channel=gamma")
            #expect(none.status == .notFound)
            // The number goes on after a removal.
            let again = try await browser.get(Self.point + "?channel=beta&to=v1")
            #expect(again.text.contains("get v1, with sequence number 2."), "\(again.text)")
        }
    }

    @Test func wrongFieldsAreRefusedWhereTheyAre() async throws {
        let server = try ProjectServer.withReleases()
        let token = try server.token(.admin)
        // A commit that no branch and no tag contains.
        let tree = try server.sandbox.git("rev-parse", "v2^{tree}", in: "shop").trimmed
        let stray = try server.sandbox.git("commit-tree", tree, "-m", "Stray", in: "shop").trimmed
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let wrong: [(String, String)] = [
                ("channel=production&to=v22", "There is no commit v22."),
                ("channel=production&to=\(stray)", "No branch or tag"),
                ("channel=production&to=v2&versions=4", "“4” is not a range of versions."),
                (
                    "channel=production&to=v2&versions=%3E5+%3C3",
                    "No app version is in the range &gt;5 &lt;3."
                ),
                ("channel=latest&to=v2", "cannot be a channel"),
                ("channel=At%20home&to=v2", "cannot be a channel"),
                ("channel=production&to=--all", "There is no commit --all."),
                ("channel=production&to=v1..v2", "There is no commit v1..v2."),
            ]
            for (query, message) in wrong {
                let page = try await browser.get(Self.point + "?" + query)
                #expect((400..<500).contains(page.status.code), "\(query): \(page.status)")
                #expect(page.text.contains(message), "\(query): \(page.text)")
                #expect(page.text.contains("aria-invalid=\"true\""), "\(query): \(page.text)")
                #expect(!page.text.contains("What apps would get"))
            }
            let near = try await browser.get(Self.point + "?channel=production&to=v22")
            #expect(
                near.text.contains(
                    "The nearest one is <a href=\"\(Self.point)?channel=production&amp;to=v2\""),
                "\(near.text)")
            // A signature that is none, and one of other bytes.
            let form = try await browser.get(Self.point + "?channel=production&to=v2")
            for signature in ["nonsense", Self.signature, String(repeating: "x", count: 20_000)] {
                let refused = try await browser.post(
                    Self.point, fields(form) + [("signature", signature)])
                #expect((400..<500).contains(refused.status.code), "\(refused.status)")
                #expect(refused.text.contains("Nothing was saved."), "\(refused.text)")
                #expect(refused.text.contains("id=\"point-signature-error\""), "\(refused.text)")
                #expect(refused.text.contains(signature.split(separator: "\n")[0]), "it is kept")
            }
        }
        #expect(try server.cli("channel", "list", "--format", "json").contains(#""sequence": 1"#))
    }

    /// A signature of other bytes.
    private static let signature = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAZHJhZ29tYW4tYnVuZGxlAAAAAAAAAAZzaGE1MTI=
        -----END SSH SIGNATURE-----
        """

    private static let canSign = FileManager.default.fileExists(atPath: "/usr/bin/ssh-keygen")

    @Test(.enabled(if: canSign, "ssh-keygen is missing"))
    func aSignatureMustFitWhatAppsGet() async throws {
        let server = try ProjectServer.withReleases()
        let key = server.sandbox.directory + "/key"
        let made = try server.sandbox.execute(
            "/usr/bin/env", ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key])
        try #require(made.status == 0, "\(made.errors)")
        let words = try String(contentsOfFile: key + ".pub", encoding: .utf8)
            .split(separator: " ").prefix(2).joined(separator: " ")
        try server.cli("config", "signers", #"{"mara@example.org":["\#(words)"]}"#)
        let wrong = try server.cli(
            "channel", "sign", "production", "v2", "--sequence", "7", "--key", key)
        let right = try server.cli(
            "channel", "sign", "production", "v2", "--sequence", "2", "--key", key)
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let form = try await browser.get(Self.point + "?channel=production&to=v2")
            let refused = try await browser.post(
                Self.point, fields(form) + [("signature", wrong)])
            #expect((400..<500).contains(refused.status.code), "\(refused.text)")
            #expect(refused.text.contains("is not a valid signature"), "\(refused.text)")
            let done = try await browser.post(
                Self.point, fields(refused) + [("signature", right.replacing("\n", with: "\r\n"))])
            #expect(done.status == .seeOther, "\(done.text)")
            let page = try await browser.get(Self.releases)
            #expect(page.text.contains("Signed: Mara"), "\(page.text)")
            let release = try await browser.get(
                Self.releases + "/at/" + (try server.commit("v2")))
            #expect(release.text.contains("by <bdi>Mara</bdi>"), "\(release.text)")
            #expect(release.text.contains("Key <code>SHA256:"))
        }
        #expect(try server.cli("channel", "list", "--format", "json").contains("\"signed\""))
    }

    @Test func theSecondOfTwoSeesBothReleases() async throws {
        let server = try ProjectServer.withReleases()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let form = try await browser.get(Self.point + "?channel=production&to=v2")
            try server.cli("set", "de", "cart.title", "Korb")
            try server.sandbox.git("tag", "v3", in: "shop")
            try server.cli("channel", "set", "production", "v3")
            let refused = try await browser.post(Self.point, fields(form) + [("signature", "")])
            #expect(refused.status == .preconditionFailed, "\(refused.text)")
            #expect(refused.text.contains("The channel changed while you were looking."))
            #expect(refused.text.contains("pointed it to v3"), "\(refused.text)")
            #expect(refused.text.contains("You were about to point it to v2."))
            #expect(refused.text.contains("get v2 instead of v3, with sequence number 3."))
            #expect(
                try server.cli("channel", "list", "--format", "json").contains(#""sequence": 2"#))
            let done = try await browser.post(Self.point, fields(refused) + [("signature", "")])
            #expect(done.status == .seeOther, "\(done.text)")
        }
        #expect(try server.cli("channel", "list", "--format", "json").contains(#""sequence": 3"#))
    }

    @Test func onlyMaintainersPointChannels() async throws {
        let server = try ProjectServer.withReleases()
        try server.cli("config", "maintainers", #"["tess@example.org"]"#, "--force")
        let mara = try server.token(.admin)
        let reviewer = try server.token(.review)
        let tess = try server.token(.admin, email: "tess@example.org")
        try await server.run(options: PageBrowser.withPages) { client in
            var anonymous = PageBrowser(client)
            #expect(try await anonymous.get(Self.point).status == .seeOther)
            for (token, may) in [(mara, false), (reviewer, false), (tess, true)] {
                var browser = PageBrowser(client)
                try await browser.signIn(token)
                let page = try await browser.get(Self.releases)
                #expect(page.status == .ok)
                #expect(page.text.contains("Point…") == may)
                let form = try await browser.get(Self.point + "?channel=production&to=v2")
                #expect(form.status == (may ? .ok : .forbidden))
                let remove = try await browser.get(Self.releases + "/remove?channel=production")
                #expect(remove.status == (may ? .ok : .forbidden))
            }
            // A form of somebody who is no maintainer any more.
            var browser = PageBrowser(client)
            try await browser.signIn(tess)
            let form = try await browser.get(Self.point + "?channel=production&to=v2")
            let changed = server.sandbox.run(
                ["config", "maintainers", #"["paul@example.org"]"#, "--force"], in: "shop",
                environment: ["GIT_AUTHOR_NAME": "Tess", "GIT_AUTHOR_EMAIL": "tess@example.org"])
            try #require(changed.status == 0, "\(changed.errors)")
            let refused = try await browser.post(Self.point, fields(form))
            #expect(refused.status == .forbidden, "\(refused.text)")
        }
        #expect(try server.cli("channel", "list", "--format", "json").contains(#""sequence": 1"#))
    }

    @Test func aConflictShowsBothSidesAndAStrangeValueSaysSo() async throws {
        let server = try ProjectServer.withReleases()
        let sandbox = server.sandbox
        try server.cli("clone", ".", "../other")
        try server.cli("channel", "set", "production", "v2", "--app-versions", ">=9")
        for words in [["channel", "set", "production", "v2"], ["sync"]] {
            let result = sandbox.run(words, in: "other")
            try #require(result.status == 0, "\(result.errors)")
        }
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.releases)
            #expect(
                page.text.contains("Several people pointed it at the same time."), "\(page.text)")
            #expect(page.text.components("In effect").count == 2)
            #expect(!page.text.contains("Point to this one…"))
            try await browser.signIn(token)
            let list = try await browser.get(Self.releases)
            #expect(list.text.components("Point to this one…").count == 3)
            #expect(list.text.contains("to=v2&amp;versions=%3E%3D9"), "\(list.text)")
            let form = try await browser.get(Self.point + "?channel=production&to=v2")
            let done = try await browser.post(Self.point, fields(form))
            #expect(done.status == .seeOther, "\(done.text)")
            #expect(try await !browser.get(Self.releases).text.contains("at the same time"))
        }
    }
}

extension PageBrowser.Page {
    /// Returns the contents of the first text area with a name.
    fileprivate func typed(_ name: String) -> String {
        let area = text.components("<textarea name=\"\(name)\"").dropFirst().first ?? ""
        return String((area.components(">\n").dropFirst().first ?? "").prefix { $0 != "<" })
    }
}

extension String {
    /// Returns the parts between the occurrences of a separator.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
