import Foundation
import TestKit
import Testing
import Translation

@testable import Commands

@Suite struct MailMessageTests {
    private func message(
        to name: String, subject: String = "A subject", body: String = "Text\n",
        time: Int64 = 1_795_253_400_000
    ) -> [String] {
        var random = SplitMix64(seed: 1)
        let message = MailMessage(
            from: Actor(name: "Dragoman", email: "l10n@example.org"),
            to: Actor(name: name, email: "mara@example.org"), subject: subject, body: body,
            time: time, using: &random)
        return String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test func aPlainMessage() {
        let lines = message(to: "Mara")
        #expect(lines[0] == "Date: Sat, 21 Nov 2026 09:30:00 +0000")
        #expect(lines[1] == "From: Dragoman" && lines[2] == " <l10n@example.org>")
        #expect(lines[3] == "To: Mara" && lines[4] == " <mara@example.org>")
        #expect(lines[5] == "Subject: A subject")
        #expect(lines[6].hasPrefix("Message-ID: <") && lines[6].hasSuffix("@example.org>"))
        #expect(lines[11].isEmpty && lines[12] == Data("Text\r\n".utf8).base64EncodedString())
        #expect(message(to: "")[3] == "To: mara@example.org")
        #expect(message(to: "", time: 0)[0] == "Date: Thu, 01 Jan 1970 00:00:00 +0000")
    }

    /// Decodes the encoded words of a header.
    private func decoded(_ lines: ArraySlice<String>) throws -> String {
        try lines.map { line in
            let word = try #require(line.firstMatch(of: /=\?UTF-8\?B\?(.*)\?=$/)).1
            let data = try #require(Data(base64Encoded: String(word)))
            return try #require(String(validating: data, as: UTF8.self))
        }.joined()
    }

    @Test(arguments: [
        "Mara\r\nBcc: eve@example.org", "Mara\nX: y", "Mara\r", "Mara\u{0}", "\"Mara\" <eve@x.org>",
        "Mara, eve@example.org", "Mara (Chief)", "=?UTF-8?Q?a?=", "Mára", "😀", "Mara\u{202E}",
        String(repeating: "Ø", count: 200), String(repeating: "a", count: 69),
    ]) func namesCannotChangeHeaders(name: String) throws {
        for isSubject in [false, true] {
            let lines = isSubject ? message(to: "", subject: name) : message(to: name)
            let end = try #require(lines.firstIndex(of: ""))
            let names = lines[..<end].filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(
                names == [
                    "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted",
                    "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
                ])
            #expect(
                lines[..<end].allSatisfy {
                    $0.utf8.count <= 90 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
                })
            #expect(lines.joined().utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D })
        }
        let lines = message(to: name)
        let start = try #require(lines.firstIndex { $0.hasPrefix("To: ") })
        let end = try #require(lines.firstIndex { $0 == " <mara@example.org>" })
        let shown = try decoded(lines[start..<end])
        #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        let isVisible = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0 != "\u{202E}"
        }
        if isVisible { #expect(shown == name) }
    }

    @Test func longBodiesHaveShortLines() throws {
        let body = String(repeating: "Ein langer Text. ", count: 100) + "\n.\nFrom x\n"
        let lines = message(to: "Mara", body: body)
        let start = try #require(lines.firstIndex(of: ""))
        #expect(lines[start...].allSatisfy { $0.utf8.count <= 76 })
        let data = try #require(Data(base64Encoded: lines[start...].joined()))
        #expect(
            String(decoding: data, as: UTF8.self)
                == body.replacingOccurrences(of: "\n", with: "\r\n"))
    }
}
