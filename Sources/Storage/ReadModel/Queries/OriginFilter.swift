import Translation

/// The rule by which a text such as `machine:NAME` selects the origins of proposals.
///
/// It selects the origin itself and its models, such as `machine:NAME/MODEL`. A text that ends with
/// a colon, such as `machine:`, selects everything that begins with it.
struct OriginFilter {
    private let text: String
    /// The beginning of the further origins that the text selects.
    let prefix: String

    init(_ text: String) {
        self.text = text
        prefix = text.hasSuffix(":") ? text : text + "/"
    }

    func matches(_ origin: Origin) -> Bool {
        let origin = origin.description.utf8
        return origin.elementsEqual(text.utf8) || origin.starts(with: prefix.utf8)
    }

    /// Returns the SQL condition on the proposal `p`, with parameters for the text and the prefix.
    func condition(is text: String, begins prefix: String) -> String {
        "(p.origin = \(text) OR substr(p.origin, 1, \(self.prefix.utf8.count)) = \(prefix))"
    }
}
