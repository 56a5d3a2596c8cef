import HTTPTypes
import Hummingbird

extension RequestContext {
    /// Returns the client's preferred media type among the offered types.
    ///
    /// If several types are equally preferred, returns the first. Throws `not-acceptable` if the
    /// client accepts none of them (RFC 9110, section 12.5.1). The offered types have no
    /// parameters.
    package func mediaType(among offered: [String]) throws(Problem) -> String {
        guard let type = request.preferredType(among: offered) else {
            throw Problem(
                .notAcceptable,
                "This resource is not available in any of the accepted media types.",
                hint: "Available types: \(offered.joined(separator: ", ")).")
        }
        return type
    }
}

extension Request {
    /// Whether the client prefers a page to JSON.
    var prefersPage: Bool {
        preferredType(among: ["application/problem+json", "application/json", "text/html"])
            == "text/html"
    }

    /// Returns the client's preferred media type, or nil if it accepts none of the offered types.
    ///
    /// If several types are equally preferred, returns the first.
    func preferredType(among offered: [String]) -> String? {
        let fields = headers[values: .accept]
        guard !fields.isEmpty else { return offered.first ?? "" }
        let ranges = fields.flatMap { $0.split(separator: ",") }.compactMap { MediaRange($0) }
        var best: (type: String, quality: Double)?
        for type in offered {
            // The most specific media range determines the quality (RFC 9110, section 12.5.1).
            let range = ranges.filter { $0.contains(type) }.max { $0.specificity < $1.specificity }
            guard let quality = range?.quality, quality > best?.quality ?? 0 else { continue }
            best = (type, quality)
        }
        return best?.type
    }
}

/// An element of `Accept`: `text/*;q=0.5`.
package struct MediaRange {
    let type: String
    let quality: Double

    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ";").map { $0.lowercased().filter { $0 != " " } }
        guard let type = parts.first, type.contains("/") else { return nil }
        self.type = type
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
        self.quality = quality.map { Double($0) ?? 0 } ?? 1
    }

    var specificity: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

    package func contains(_ type: String) -> Bool {
        switch specificity {
        case 0: true
        case 1: type.hasPrefix(self.type.dropLast())
        default: type == self.type
        }
    }
}
