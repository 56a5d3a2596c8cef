extension Resources {
    /// Returns the text for an identifier, whose section is a namespace.
    ///
    /// If there is none, returns the default or `section.key`. Identifiers come from code generated
    /// by `dragoman export --format swift-keys`: `resources.text(tr.cart.items, count: 3)`. The
    /// parameters are those of
    /// ``text(_:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_)``.
    public func text(
        _ identifier: TextIdentifier, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, default defaultText: String? = nil,
        arguments: [String: Argument] = [:]
    ) -> String {
        let values = TextValues(
            count: count, ordinal: ordinal, context: context, arguments: arguments)
        return texts.text(for: identifier, language: state.language, with: values)
            ?? defaultText ?? identifier.description
    }
}
