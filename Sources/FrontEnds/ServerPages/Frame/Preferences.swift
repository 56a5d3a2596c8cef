import HTTPTypes
import Server

/// The preferences from the account page, stored in a cookie on the device.
struct Preferences: Sendable {
    enum Theme: String, Sendable, CaseIterable {
        case system, light, dark

        var word: TextKey {
            switch self {
            case .system: "account.system"
            case .light: "account.light"
            case .dark: "account.dark"
            }
        }
    }

    var theme = Theme.system
    /// Whether single keys trigger buttons (WCAG 2.1, 2.1.4).
    var singleKeys = true
    /// Whether no-break spaces, joiners and direction marks are shown.
    var showsAll = false
    /// The tags of the languages to show next to a text.
    var reads: [String] = []
    /// The language of the pages; nil for the browser's.
    var language: String?

    private static let name = "dragoman-preferences"

    init() {}

    /// Parses a request's cookie.
    init(_ context: RequestContext) { self.init(context.cookie(Self.name)) }

    /// Parses the cookie in a request's header.
    init(_ header: HTTPFields) { self.init(header.cookie(Self.name)) }

    /// Parses `theme.keys.all.fr+de.ar`; cookies of earlier versions have no language at the end.
    private init(_ cookie: String?) {
        guard let cookie else { return }
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard (4...5).contains(parts.count) else { return }
        theme = Theme(rawValue: String(parts[0])) ?? .system
        singleKeys = parts[1] != "0"
        showsAll = parts[2] == "1"
        reads = parts[3].split(separator: "+").prefix(10).map(String.init)
        if parts.count > 4, !parts[4].isEmpty { language = String(parts[4]) }
    }

    /// Returns the `Set-Cookie` field that stores the preferences for a year.
    func field(isSecure: Bool) -> HTTPField {
        let value = [
            theme.rawValue, singleKeys ? "1" : "0", showsAll ? "1" : "0",
            reads.joined(separator: "+"), language ?? "",
        ].joined(separator: ".")
        return HTTPField(
            name: .setCookie,
            value: "\(Self.name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
                + (isSecure ? "; Secure" : ""))
    }
}
