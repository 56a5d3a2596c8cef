import HTTPTypes
import Server

/// The preferences from the account page, stored in a cookie on the device.
struct Preferences: Sendable {
    enum Theme: String, Sendable, CaseIterable {
        case system, light, dark

        var word: String {
            switch self {
            case .system: "System"
            case .light: "Light"
            case .dark: "Dark"
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

    private static let name = "dragoman-preferences"

    init() {}

    /// Parses a request's cookie: `theme.keys.all.fr+de`.
    init(_ context: RequestContext) {
        guard let cookie = context.cookie(Self.name) else { return }
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return }
        theme = Theme(rawValue: String(parts[0])) ?? .system
        singleKeys = parts[1] != "0"
        showsAll = parts[2] == "1"
        reads = parts[3].split(separator: "+").prefix(10).map(String.init)
    }

    /// Returns the `Set-Cookie` field that stores the preferences for a year.
    func field(isSecure: Bool) -> HTTPField {
        let value =
            "\(theme.rawValue).\(singleKeys ? 1 : 0).\(showsAll ? 1 : 0).\(reads.joined(separator: "+"))"
        return HTTPField(
            name: .setCookie,
            value: "\(Self.name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
                + (isSecure ? "; Secure" : ""))
    }
}
