import Foundation
import Languages
import Machine
import Translation

/// A mail message (RFC 5322) with one plain text.
///
/// Names and texts come from the log, so anything in them may be hostile. Headers contain only
/// plain ASCII words and encoded words (RFC 2047), and addresses must be plain.
struct MailMessage {
    /// The message, with CRLF at the end of every line.
    let bytes: [UInt8]

    /// Creates a message; both addresses must be plain (``Translation/MailAddress/isPlain``).
    ///
    /// `time` is in Unix milliseconds, and `random` makes the message's id.
    init(
        from sender: Actor, to recipient: Actor, subject: String, body: String, time: Int64,
        using random: inout some RandomNumberGenerator
    ) {
        let id = (0..<2).map { _ in String(random.next() as UInt64, radix: 16) }.joined()
        let domain = sender.email.drop { $0 != "@" }
        let lines = [
            "Date: \(Self.date(time))",
            "From: \(Self.mailbox(sender))",
            "To: \(Self.mailbox(recipient))",
            "Subject: \(Self.words(subject, areAtoms: false))",
            "Message-ID: <\(id)\(domain)>",
            // Mail programs do not answer these (RFC 3834).
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "",
        ]
        let text = body.replacing("\n", with: "\r\n")
        let encoded = Data(text.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        bytes = Array((lines.map { $0 + "\r\n" }.joined() + encoded + "\r\n").utf8)
    }

    private static func mailbox(_ person: Actor) -> String {
        person.name.isEmpty
            ? person.email : "\(words(person.name, areAtoms: true))\r\n <\(person.email)>"
    }

    /// Returns a text for a header: as it is if it is short and plain, and otherwise as encoded
    /// words, with control characters made visible.
    ///
    /// A name must consist of atoms, which exclude punctuation.
    private static func words(_ text: String, areAtoms: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || " -".utf8.contains(byte)
                || !areAtoms && ":,".utf8.contains(byte)
        }
        if isPlain, text.utf8.count <= 68 { return text }
        // An encoded word has at most 75 characters, and contains whole characters.
        var words: [String] = []
        var part: [UInt8] = []
        for scalar in Visible.escaping(text).unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if part.count + bytes.count > 42 {
                words.append(encodedWord(part))
                part = []
            }
            part += bytes
        }
        words.append(encodedWord(part))
        return words.joined(separator: "\r\n ")
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
    }

    /// Formats a time in UTC (RFC 5322, section 3.3).
    private static func date(_ milliseconds: Int64) -> String {
        let text = Timestamp.text(milliseconds: milliseconds)
        let parts = text.split { "-T.Z".contains($0) }.map(String.init)
        let days = (milliseconds - ((milliseconds % 86_400_000) + 86_400_000) % 86_400_000)
        let weekday = Int(((days / 86_400_000) % 7 + 7 + 4) % 7)
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let month = Int(parts[1]).map { Timestamp.months[$0 - 1] } ?? ""
        return "\(names[weekday]), \(parts[2]) \(month) \(parts[0]) \(parts[3]) +0000"
    }
}
