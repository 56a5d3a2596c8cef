import HTTPTypes
import JSON
import Server
import Texts
import Translation

/// The result of an action, shown on the next page.
///
/// It is stored in a cookie for one minute, and not in the address, which might be shared.
struct Notice: Sendable {
    var message: String
    var undo: [EventID] = []
    /// The commit to undo, for an action on several languages.
    var commit: String?
    var locale: LanguageTag?
    /// The page to open after an undo, if it is not the page with the notice.
    var back: String?
    var leftOut: [(what: String, because: String)] = []

    private static let name = "dragoman-notice"
    /// The maximum number of skipped items in the notice.
    ///
    /// The notice may contain eight times as many events. The limits exist because a cookie holds
    /// only 4 KiB.
    private static let shown = 6
    /// The maximum length of the cookie's value, in bytes, which leaves room for its name.
    private static let longest = 3_800

    /// Parses the notice in a request's cookie.
    init?(_ context: RequestContext) {
        guard let text = context.cookie(Self.name), let bytes = Base64URL.decode(text),
            let object = try? JSONValue.parse(bytes).objectValue,
            let message = object["message"]?.stringValue
        else { return nil }
        self.message = message
        undo = (object["undo"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { EventID($0) }
        }
        commit = object["commit"]?.stringValue
        locale = object["locale"]?.stringValue.flatMap { LanguageTag($0) }
        back = object["back"]?.stringValue
        leftOut = (object["left"]?.arrayValue ?? []).compactMap { item in
            guard let item = item.objectValue, let what = item["what"]?.stringValue,
                let because = item["because"]?.stringValue
            else { return nil }
            return (what, because)
        }
    }

    /// Creates the notice for the result of an action.
    init(_ answer: ActAnswer, locale: LanguageTag?, back: String? = nil) {
        message = answer.message
        // A cookie holds 4 KiB, and a key can be that long.
        self.back = back.flatMap { $0.utf8.count > 1_000 ? nil : $0 }
        self.locale = locale
        commit = answer.commit
        // If the list of events is too long for the cookie, the notice offers no undo, because
        // undoing only some of them would be wrong.
        undo = answer.undo.count <= Self.shown * 8 ? answer.undo : []
        leftOut = Array(answer.leftOut.prefix(Self.shown))
    }

    /// Returns the `Set-Cookie` field that stores the notice until a page shows it, for at most a
    /// minute.
    ///
    /// Browsers ignore cookies of more than 4 KiB. A longer notice therefore loses skipped items from
    /// the end, then ``back``, and then the undo.
    func field(isSecure: Bool) -> HTTPField {
        var notice = self
        while notice.encoded.utf8.count > Self.longest, notice.shorten() {}
        return Self.cookie(notice.encoded, seconds: 60, isSecure: isSecure)
    }

    /// Removes the least important part of the notice; returns false if there is nothing to remove.
    private mutating func shorten() -> Bool {
        if leftOut.popLast() != nil { return true }
        if back != nil {
            back = nil
            return true
        }
        if !undo.isEmpty || commit != nil {
            undo = []
            commit = nil
            return true
        }
        return false
    }

    /// The value of the cookie.
    private var encoded: String {
        let json = JSONValue.object { members in
            members.add("message", message)
            members.add("locale", locale?.rawValue)
            members.add("commit", commit)
            members.add("back", back)
            members.add("undo", list: undo.map(\.description))
            members.add(
                "left",
                .array(
                    leftOut.map { left in
                        .object { members in
                            members.add("what", String(left.what.prefix(100)))
                            members.add("because", String(left.because.prefix(200)))
                        }
                    }))
        }
        return Base64URL.encode(CanonicalJSON.encode(json))
    }

    /// Returns the `Set-Cookie` field that deletes the notice.
    static func clearing(isSecure: Bool) -> HTTPField { cookie("", seconds: 0, isSecure: isSecure) }

    private static func cookie(_ value: String, seconds: Int, isSecure: Bool) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
                + (isSecure ? "; Secure" : ""))
    }
}
