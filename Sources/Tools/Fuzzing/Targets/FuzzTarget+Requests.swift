import Server
import Translation

extension FuzzTarget {
    static let requestPath = FuzzTarget(
        "request-path", "The path of a request: decoded once, without parent or hidden segments.",
        maximumSize: 1 << 10,
        seeds: [
            "/", "/api/v1/projects/shop/texts/fr-CA", "/locales/de/auth%2Fforms.json",
            "/%2e%2e/%2E./..%2f", "/a//b/", "/%00", "/%c3%a9/%ff", "/a%5cb", "/%252e%252e/",
        ],
        words: ["/", "%2e", "%2f", "%5c", "%00", "%", "..", ".", "\\", "%c3%a9", "%e2%80%ae"]
    ) { input in
        guard let text = String(validating: input, as: UTF8.self) else { return .refused }
        guard let segments = try? PathDecoding.segments(of: text) else { return .refused }
        try law(
            "No segment leads to a parent directory.",
            !segments.contains { $0.split(separator: "/").contains { $0 == ".." || $0 == "." } })
        try law(
            "No segment has a control character or a backslash.",
            !segments.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C } })
        let again = segments.map { "/" + PercentEncoding.text($0) }.joined()
        try law(
            "Encoded segments are decoded to the same ones.",
            try PathDecoding.segments(of: again.isEmpty ? "/" : again) == segments)
        return .accepted
    }

    static let requestQuery = FuzzTarget(
        "request-query",
        "The query of a request, or a form: parsed strictly, and leniently for clients without encoding.",
        maximumSize: 1 << 12,
        seeds: [
            "a=b&c=d", "key=cart.title&section=", "q=%E2%82%AC+%2B", "a", "=", "&&&", "a=%",
            "a=%zz",
            "a=%00", "a=\u{FFFD}", "guid=x?",
        ], words: ["&", "=", "+", "%", "%00", "%20", "%2B", "%ff", "?"]
    ) { input in
        guard let text = String(validating: input, as: UTF8.self) else { return .refused }
        let lenient = try? Query(text, isLenient: true)
        guard let query = try? Query(text, isLenient: false) else { return .refused }
        try law("Strict and lenient parsing agree on strictly valid input.", lenient == query)
        let again = query.items.map {
            PercentEncoding.text($0.name) + "=" + PercentEncoding.text($0.value)
        }.joined(separator: "&")
        try law(
            "Encoded fields are decoded to the same ones.",
            try Query(again, isLenient: false).items == query.items)
        return .accepted
    }

    static let requestHeader = FuzzTarget(
        "request-header", "Fields of a request with lists and quality values.",
        maximumSize: 1 << 10,
        seeds: [
            "\"abc\", W/\"def\"", "*", "text/html, application/json;q=0.5, */*;q=0", "gzip;q=0, *",
            "gzip, br;q=nan", "192.0.2.1:80", "\"[2001:db8::1]:80\"", "unknown", ";q=;", "W/", "\"",
        ],
        words: ["\"", "W/", ",", ";", "q=", "*", "gzip", "text/", "/*", "[", "]", ":", "::", "%"]
    ) { input in
        guard let text = String(validating: input, as: UTF8.self) else { return .refused }
        for tag in EntityTag.list([text]) ?? [] {
            try law(
                "A written tag is read back unchanged.", EntityTag(tag.field) == tag,
                tag.field)
        }
        _ = ContentCoding.takesGzip([text])
        _ = ForwardedAddresses.address(text)
        guard let range = MediaRange(text) else { return .refused }
        _ = range.contains("text/html")
        return .accepted
    }

    static let requestCursor = FuzzTarget(
        "request-cursor", "The position at which a page of a list begins.", maximumSize: 1 << 10,
        seeds: [
            "01ARZ3NDEKTSV4RRFFQ69G5FAV", "WyJkZWZhdWx0IixmYWxzZSwiY2FydC5pdGVtcyJd",
            "WyJhIiwxMCwiYiJd", "W10", "e30", "====", "-_-_",
        ], words: ["WyJ", "=", "-", "_", "+", "/", "Il0", "ZmFsc2U"]
    ) { input in
        guard let text = String(validating: input, as: UTF8.self), let cursor = PageCursor(text)
        else { return .refused }
        try law(
            "A written cursor is read back unchanged.", PageCursor(cursor.text) == cursor,
            cursor.text)
        return .accepted
    }
}
