/// The path of a route: `/api/v1/projects/{project}/texts/{locale}`.
///
/// A segment is literal, or a parameter with an optional suffix (`{commit}.tar.gz`). The last
/// segment may be a parameter that spans several segments (`{ns...}.json`).
package struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
{
    package let segments: [Segment]
    /// The template as written.
    ///
    /// Metrics and log lines use it as the route's name.
    package let description: String

    /// A part of a path between slashes.
    package enum Segment: Sendable, Hashable {
        /// A segment with exactly this text.
        case literal(String)
        /// A parameter that matches one segment, without its suffix.
        case parameter(String, suffix: String)
        /// A parameter that matches one or more segments, without the suffix of the last segment.
        case rest(String, suffix: String)
    }

    /// Parses a template.
    ///
    /// A segment that is not a parameter is literal.
    package init(_ template: String) {
        description = template
        segments = template.split(separator: "/").map { Segment($0) }
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// The names of the parameters, in order.
    package var parameterNames: [String] {
        segments.compactMap { segment in
            switch segment {
            case .literal: nil
            case .parameter(let name, _), .rest(let name, _): name
            }
        }
    }

    /// Returns the template appended to a prefix.
    package func below(_ prefix: PathTemplate) -> PathTemplate {
        PathTemplate(prefix.segments.isEmpty ? description : prefix.description + description)
    }
}

extension PathTemplate.Segment {
    init(_ text: Substring) {
        guard text.first == "{", let end = text.firstIndex(of: "}") else {
            self = .literal(String(text))
            return
        }
        let name = text[text.index(after: text.startIndex)..<end]
        let suffix = String(text[text.index(after: end)...])
        self =
            name.hasSuffix("...")
            ? .rest(String(name.dropLast(3)), suffix: suffix)
            : .parameter(String(name), suffix: suffix)
    }
}
